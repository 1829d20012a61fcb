/**
 * What a test of code that calls HTTP APIs needs: a stub client, a stub server, and a clock that
 * the test moves. The JUnit extension alone needs JUnit, and the scheduler alone Reactor.
 */
// Reactor is an automatic module, and has been for years.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
@org.jspecify.annotations.NullMarked
module dev.heed.testing {
  requires transitive dev.heed.core;
  requires transitive dev.heed.jdk;
  requires static transitive org.junit.jupiter.api;
  requires static transitive org.jspecify;
  requires static transitive reactor.core;

  exports dev.heed.testing;
  exports dev.heed.testing.junit;
  exports dev.heed.testing.reactor;
}
