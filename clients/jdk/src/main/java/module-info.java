/** A drop-in client for {@code java.net.http}. Depends on the JDK and heed-core alone. */
@org.jspecify.annotations.NullMarked
module dev.heed.jdk {
  requires transitive dev.heed.core;
  requires static transitive org.jspecify;

  exports dev.heed.jdk;
}
