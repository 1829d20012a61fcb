package dev.heed.verify.conformance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each check of the matrix finds what it is there for. */
final class ConformanceTest {

  private static final String HEADER =
      "test,rules,\"blocking, HTTP/1.1\",\"blocking, HTTP/2\",\"asynchronous, HTTP/1.1\","
          + "\"asynchronous, HTTP/2\",exempt from,because,host,shown by";

  private static final String KEPT = "aTest,R1 W2,passed,passed,passed,passed,,,,";

  private static final String EXEMPT =
      "another,R5,,exempt,,exempt,R5,\"it says \"\"no\"\", and why\",Host.java,T.shows";

  private static Results results(String... rows) {
    return Results.read("heed-x-jdk17.csv", lines(rows));
  }

  private static List<String> lines(String... rows) {
    return Stream.concat(Stream.of(HEADER), Stream.of(rows)).toList();
  }

  @Test
  void aResultIsReadWithItsExemption() {
    Results read = results(KEPT, EXEMPT);
    assertThat(read).hasToString("heed-x, JDK 17");
    assertThat(read.rules()).containsExactly("R1", "R5", "W2");
    Results.Row exempt = read.of("R5").get(0);
    assertThat(exempt.exemptModes()).containsExactly("blocking, HTTP/2", "asynchronous, HTTP/2");
    assertThat(exempt.exemption())
        .containsExactly("R5", "it says \"no\", and why", "Host.java", "T.shows");
  }

  @Test
  void aRuleThatNoTestShowsIsFound() {
    assertThat(Conformance.violations(results(KEPT), Set.of("R1", "T9")))
        .containsExactly("heed-x, JDK 17: no test of the suite shows T9");
  }

  @Test
  void aFailedTestIsFound() {
    String failed = "aTest,R1,passed,failed,passed,passed,,,,";
    assertThat(Conformance.violations(results(failed), Set.of("R1")))
        .containsExactly("heed-x, JDK 17: failed in aTest");
  }

  @Test
  void anotherResultIsFound() {
    String now = "aTest,R1 W2,passed,passed,passed,exempt,R1,b,c,d";
    assertThat(
            Conformance.differences(
                Map.of("x-jdk17.csv", lines(now)), Map.of("x-jdk17.csv", lines(KEPT))))
        .containsExactly("x-jdk17.csv: aTest is " + now + ", committed is " + KEPT);
  }

  @Test
  void aTestThatIsNewOrGoneIsFound() {
    Map<String, List<String>> one = Map.of("x-jdk17.csv", lines(KEPT));
    Map<String, List<String>> two = Map.of("x-jdk17.csv", lines(KEPT, EXEMPT));
    assertThat(Conformance.differences(two, one))
        .singleElement()
        .asString()
        .endsWith("committed is nothing");
    assertThat(Conformance.differences(one, two))
        .singleElement()
        .asString()
        .contains("another is gone");
  }

  @Test
  void aClientThatIsNewOrWasNotRunIsFound() {
    Map<String, List<String>> one = Map.of("x-jdk17.csv", lines(KEPT));
    assertThat(Conformance.differences(one, Map.of()))
        .containsExactly("x-jdk17.csv: is not committed");
    assertThat(Conformance.differences(Map.of(), one))
        .containsExactly(
            "x-jdk17.csv: committed, but this build has not run the suite of that client");
  }

  @Test
  void theSameResultsAreNoDifference() {
    Map<String, List<String>> one = Map.of("x-jdk17.csv", lines(KEPT, EXEMPT));
    assertThat(Conformance.differences(one, one)).isEmpty();
  }

  @Test
  void rulesOfAllClientsAreThoseWithTheMark() {
    String rules =
        "**R1** (in force) (M) One.\n\n**R2** (in force) Two.\n\n**R5** (planned) (M if)";
    assertThat(Conformance.rulesOfAllClients(rules)).containsExactly("R1", "R5");
  }

  @Test
  void thePageHasARowForEachRuleAndAnEntryForEachExemption() {
    Results other = Results.read("heed-x-jdk25.csv", lines(KEPT, EXEMPT));
    List<String> page = new Page(List.of(other, results(KEPT, EXEMPT))).lines();
    assertThat(page)
        .contains(
            "| Rule | heed-x, JDK 17 | heed-x, JDK 25 |",
            "| [R1](rules.md) | 1 test | 1 test |",
            "| [R5](rules.md) | 0 of 1 test, [1 exempt](#exemptions) | 0 of 1 test, [1"
                + " exempt](#exemptions) |",
            "- **heed-x**, JDK 17 and 25, `another` ([R5](rules.md); blocking, HTTP/2;"
                + " asynchronous, HTTP/2): it says \"no\", and why. Host: Host.java. Shown by"
                + " `T.shows`.",
            "| `aTest` | R1, W2 |");
  }

  @Test
  void thePageShowsAFailure() {
    Results failed = results("aTest,R1,passed,failed,passed,passed,,,,");
    assertThat(new Page(List.of(failed)).lines())
        .contains("| [R1](rules.md) | **1 of 1 test failed** |");
  }
}
