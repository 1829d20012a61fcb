package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleTagsTest {

  private static final Path RULES = Sources.ROOT.resolve("docs/rules.md");

  private static final String TWO_RULES =
      """
      ## H. Reading hints

      **H1** (in force) A reader is a pure function.

      **G1** (planned) A guard admits. As **H1** says.
      """;

  @Test
  void everyRuleInForceHasATestAndEveryTagNamesARule() throws IOException {
    List<JavaSource> tests =
        Sources.java().stream().filter(Sources::holdsTests).map(JavaSource::read).toList();
    assertThat(RuleTags.violations(Files.readString(RULES), tests)).isEmpty();
  }

  @Test
  void aTestWithTheTagSatisfiesARuleInForce() {
    assertThat(check(TWO_RULES, "@Tag(\"H1\") class A {}")).isEmpty();
    assertThat(
            check(TWO_RULES, "class A { @org.junit.jupiter.api.Tag(value = \"H1\") void t() {} }"))
        .isEmpty();
  }

  @Test
  void aRuleInForceWithoutATestBreaksTheRule() {
    assertThat(check(TWO_RULES, "/** H1 */ class A { String s = \"H1\"; }"))
        .containsExactly("H1 is in force, but no test has @Tag(\"H1\")");
  }

  @Test
  void aTagWithoutARuleBreaksTheRule() {
    assertThat(check(TWO_RULES, "@Tag(\"H1\") class A { @Tag(\"H99\") void t() {} }"))
        .containsExactly("A:1: @Tag(\"H99\") names no rule");
  }

  @Test
  void aTagThatIsNoRuleNumberIsLeftAlone() {
    assertThat(check(TWO_RULES, "@Tag(\"H1\") @Tag(\"slow\") class A {}")).isEmpty();
  }

  @Test
  void aPlannedRuleMayHaveATest() {
    assertThat(check(TWO_RULES, "@Tag(\"H1\") @Tag(\"G1\") class A {}")).isEmpty();
  }

  @Test
  void aHeadingWithASlipBreaksTheRule() {
    assertThat(check(TWO_RULES + "\n**W1** (in forse) Waits.\n", "@Tag(\"H1\") class A {}"))
        .containsExactly("not the form of a rule: **W1** (in forse) Waits.");
  }

  @Test
  void aRuleThatIsThereTwiceBreaksTheRule() {
    assertThat(check(TWO_RULES + "\n**H1** (planned) Again.\n", "@Tag(\"H1\") class A {}"))
        .contains("H1 is there twice");
  }

  @Test
  void aDocumentWithoutRulesBreaksTheRule() {
    assertThat(check("# Rules\n", "class A {}"))
        .containsExactly("no rule found: a rule starts with **H1** (in force) or **H1** (planned)");
  }

  private static List<String> check(String rules, String source) {
    return RuleTags.violations(rules, List.of(JavaSource.parse("A", source)));
  }
}
