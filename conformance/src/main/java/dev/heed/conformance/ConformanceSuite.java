package dev.heed.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The tests that every client module of Heed passes. An adapter extends this class and says what it
 * is; there is nothing else to do.
 *
 * <pre>{@code
 * final class MyConformanceTest extends ConformanceSuite {
 *   protected Adapter adapter() {
 *     return new MyAdapter();
 *   }
 * }
 * }</pre>
 *
 * <p>Each test is run in each mode that the adapter has, on the real clock, against real servers on
 * loopback, and carries the numbers of the rules that it shows as tags. What came of it is written
 * to {@code target/conformance}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ConformanceSuite {

  /** For subclasses. */
  protected ConformanceSuite() {}

  /** The adapter that is tested. Called often; the answers are alike. */
  protected abstract Adapter adapter();

  /** Every entry names a test of the suite, a rule of that test, and a test that exists. */
  @Test
  void everyExemptionIsInOrder() {
    assertEquals(List.of(), ExemptionCheck.violations(adapter()));
  }

  @Nested
  @DisplayName("What is retried")
  final class Deciding extends DecidingRules {}

  @Nested
  @DisplayName("What is retried without a response")
  final class Failing extends FailureRules {}

  @Nested
  @DisplayName("When it is retried")
  final class Waiting extends WaitingRules {}

  @Nested
  @DisplayName("Bodies of requests")
  final class RequestBodies extends RequestBodyRules {}

  @Nested
  @DisplayName("Bodies of responses")
  final class ResponseBodies extends ResponseRules {}

  @Nested
  @DisplayName("What is left behind")
  final class Resources extends ResourceRules {}

  @Nested
  @DisplayName("Cancelling")
  final class Cancelling extends CancelRules {}

  @Nested
  @DisplayName("The two rings")
  final class Rings extends RingRules {}

  @Nested
  @DisplayName("Time limits")
  final class TimeLimits extends TimeLimitRules {}

  @Nested
  @DisplayName("Redirects and connections")
  final class Connections extends ConnectionRules {}
}
