package dev.heed.hint;

/**
 * Counts the bytes that the current thread allocates. The bean that knows is reached by reflection,
 * because the module under test does not read the module of the bean.
 */
final class Allocations {

  private Allocations() {}

  /** The bytes that {@code work} allocates on this thread, after a first run that loads classes. */
  static long during(Runnable work) throws ReflectiveOperationException {
    work.run();
    long before = bytes();
    work.run();
    return bytes() - before;
  }

  private static long bytes() throws ReflectiveOperationException {
    Object bean =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    return (long)
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getCurrentThreadAllocatedBytes")
            .invoke(bean);
  }
}
