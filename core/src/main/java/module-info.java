/**
 * The engine of Heed: reads hints, decides, waits. Depends on the JDK alone.
 *
 * <p>The packages {@code dev.heed.call} and {@code dev.heed.attempt} hold the ready-made stages of
 * the two rings; they are reached through {@code dev.heed.Stages}.
 */
@org.jspecify.annotations.NullMarked
module dev.heed.core {
  requires transitive java.net.http;
  requires static transitive org.jspecify;
  requires static jdk.jfr;

  exports dev.heed;
  exports dev.heed.guard;
  exports dev.heed.hint;
  exports dev.heed.http;
  exports dev.heed.observe;
  exports dev.heed.retry;
  exports dev.heed.stage;
  exports dev.heed.text;
  exports dev.heed.time;
  exports dev.heed.transport;
}
