package dev.heed.jdk;

import dev.heed.conformance.Adapter;
import dev.heed.conformance.ConformanceSuite;

/** The JDK's client keeps the rules of every client. */
// snippet: conformance-test
final class JdkConformanceTest extends ConformanceSuite {

  @Override
  protected Adapter adapter() {
    return new JdkAdapter();
  }
}
// end
