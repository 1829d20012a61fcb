/** The engine of Heed: reads hints, decides, waits. Depends on the JDK alone. */
@org.jspecify.annotations.NullMarked
module dev.heed.core {
  requires transitive java.net.http;
  requires static transitive org.jspecify;

  exports dev.heed.hint;
  exports dev.heed.http;
  exports dev.heed.time;
}
