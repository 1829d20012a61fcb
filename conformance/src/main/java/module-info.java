/**
 * The suite that every client module of Heed passes. Depends on the engine and on JUnit.
 *
 * <p>Open, because JUnit runs the tests of the suite by reflection.
 */
@org.jspecify.annotations.NullMarked
open module dev.heed.conformance {
  requires transitive dev.heed.core;
  requires transitive org.junit.jupiter.api;
  requires static transitive org.jspecify;

  exports dev.heed.conformance;
  exports dev.heed.conformance.wire;
}
