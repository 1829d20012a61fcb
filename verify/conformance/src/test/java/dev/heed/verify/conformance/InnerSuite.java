package dev.heed.verify.conformance;

import dev.heed.conformance.Adapter;
import dev.heed.conformance.ConformanceSuite;

/** The suite on the client that is to be tried on this thread. Not a test by its name. */
final class InnerSuite extends ConformanceSuite {

  static final ThreadLocal<Adapter> ADAPTER = new ThreadLocal<>();

  private final Adapter adapter = ADAPTER.get();

  InnerSuite() {
    if (adapter == null) {
      throw new IllegalStateException("this suite is run by SuiteRun");
    }
  }

  @Override
  protected Adapter adapter() {
    return adapter;
  }
}
