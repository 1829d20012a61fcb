package dev.heed.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ExemptionTest {

  private static final String REAL = "aRefusedStreamIsSentAgainWhateverTheMethod";

  /** A test that an exemption can name. */
  @Test
  void proof() {
    assertThat(exemption("R5", REAL).proof()).isEqualTo("ExemptionTest.proof");
  }

  private static Exemption exemption(String rule, String test) {
    return from(rule, test).shownBy(ExemptionTest.class, "proof").build();
  }

  private static Exemption.Builder from(String rule, String test) {
    return Exemption.of(rule, test).because("it cannot").host("Host.java:1");
  }

  private static List<String> violations(Exemption... exemptions) {
    return ExemptionCheck.violations(new StubAdapter(exemptions));
  }

  @Test
  void anExemptionWithoutItsReasonIsNotBuilt() {
    assertThatThrownBy(() -> Exemption.of("R5", REAL).host("Host.java:1").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the exemption from " + REAL + " says nothing of: because, shownBy");
  }

  @Test
  void anExemptionInOrderHasNoViolations() {
    assertThat(violations(exemption("R5", REAL))).isEmpty();
  }

  @Test
  void aTestThatTheSuiteHasNotIsFound() {
    assertThat(violations(exemption("R5", "noSuchTest")))
        .containsExactly(
            "the exemption from noSuchTest (R5): it cannot | the suite has no such test");
  }

  @Test
  void aRuleThatTheTestDoesNotShowIsFound() {
    assertThat(violations(exemption("T1", REAL)))
        .containsExactly(
            "the exemption from " + REAL + " (T1): it cannot | the test is about [R5]");
  }

  @Test
  void twoEntriesForOneTestAreFound() {
    assertThat(violations(exemption("R5", REAL), exemption("R5", REAL)))
        .singleElement()
        .asString()
        .endsWith("| there are two; name all modes in one");
  }

  @Test
  void modesThatTheAdapterHasNotAreFound() {
    Exemption other =
        from("R5", REAL).in(Mode.BLOCKING_HTTP_2).shownBy(ExemptionTest.class, "proof").build();
    assertThat(violations(other))
        .singleElement()
        .asString()
        .endsWith("| the adapter has none of its modes");
  }

  @Test
  void aProofThatIsNoTestIsFound() {
    Exemption unproved = from("R5", REAL).shownBy(ExemptionTest.class, "violations").build();
    assertThat(violations(unproved))
        .singleElement()
        .asString()
        .endsWith("| there is no test ExemptionTest.violations");
  }

  @Test
  void everyTestOfTheSuiteHasARule() {
    assertThat(ExemptionCheck.rulesByTest())
        .hasSizeGreaterThan(100)
        .allSatisfy((test, rules) -> assertThat(rules).as(test).isNotEmpty());
  }
}
