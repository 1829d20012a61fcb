package dev.heed.hint;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that the current thread allocates. */
final class Allocations {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** The bytes that {@code work} allocates on this thread, after a first run that loads classes. */
  static long during(Runnable work) {
    work.run();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
