/**
 * What a test of code that calls HTTP APIs needs: a stub client, a stub server, and a clock that
 * the test moves. The JUnit extension alone needs JUnit.
 */
@org.jspecify.annotations.NullMarked
module dev.heed.testing {
  requires transitive dev.heed.core;
  requires transitive dev.heed.jdk;
  requires static org.junit.jupiter.api;
  requires static transitive org.jspecify;

  exports dev.heed.testing;
}
