package dev.heed.verify.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the cases have to be. */
class CasesTest {

  private static final List<String> GROUPS =
      List.of(
          "basic",
          "settings",
          "retry-after",
          "http-status-codes",
          "x-retry-count",
          "exponential-backoff",
          "retry-integration",
          "generic-retry-after",
          "retry-settings",
          "settings-enabled-flag",
          "authorization");

  @Test
  void thereAreElevenGroupsOfAtLeastFive() {
    Map<String, Long> counts =
        Case.all().stream().collect(Collectors.groupingBy(Case::group, Collectors.counting()));
    assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(GROUPS);
    assertThat(counts.values()).allMatch(count -> count >= 5);
    assertThat(Case.all()).hasSizeGreaterThanOrEqualTo(80);
  }

  @Test
  void eachHasAnIdOfItsOwn() {
    assertThat(Case.all().stream().map(Case::id)).doesNotHaveDuplicates();
  }

  @Test
  void eachComesFromStatementsThatExist() throws IOException {
    Set<String> known = new HashSet<>();
    known.addAll(found("../../docs/rules.md", "(?m)^\\*\\*(D[0-9]+)\\*\\*", name -> name));
    known.addAll(
        found("../../docs/delivery-statements.md", "(?m)^\\| ([0-9]+) \\|", name -> "S" + name));
    known.addAll(found("README.md", "(?m)^- \\*\\*(P[0-9]+)\\*\\*", name -> name));
    assertThat(Case.all())
        .allSatisfy(test -> assertThat(test.from()).as(test.id()).isNotEmpty().isSubsetOf(known));
  }

  private static Set<String> found(String file, String pattern, Function<String, String> name)
      throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(Path.of(file)))
        .results()
        .map(result -> name.apply(result.group(1)))
        .collect(Collectors.toSet());
  }

  @Test
  void eachFaultIsFoundByACase() {
    Set<Fault> found =
        Case.all().stream()
            .flatMap(test -> test.finds().stream())
            .map(Fault::valueOf)
            .collect(Collectors.toSet());
    assertThat(found).containsExactlyInAnyOrder(Fault.values());
  }
}
