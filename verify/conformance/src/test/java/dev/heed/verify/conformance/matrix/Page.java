package dev.heed.verify.conformance.matrix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page docs/conformance.md, made from the results of all clients. */
final class Page {

  static final String UPDATE = "mvn verify -Dconformance.update=true";

  private static final String OPENING =
      """
      # Conformance

      <!-- Written by the build: %s -->

      Every client module passes the same suite, on real sockets against servers that fail in every
      way: [how it works](writing-an-adapter.md). This page is made from the results in
      [docs/conformance](conformance/); the build fails when a run has other ones.

      ## Which client keeps which rule

      """
          .formatted(UPDATE);

  private static final String BEFORE_EXEMPTIONS =
      """

      A rule is kept when all its tests pass, in all modes that the client has: blocking and
      asynchronous, over HTTP/1.1 and HTTP/2.

      ## Exemptions

      What a host makes impossible, where, and the test that shows the host doing it. An exempt test
      is run all the same, and has to fail.

      """;

  private final List<Results> all;

  Page(List<Results> results) {
    all =
        results.stream()
            .sorted(Comparator.comparing(Results::client).thenComparingInt(Results::jdk))
            .toList();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.addAll(OPENING.lines().toList());
    lines.addAll(matrix());
    lines.addAll(BEFORE_EXEMPTIONS.lines().toList());
    lines.addAll(exemptions());
    lines.addAll(List.of("", "## The tests", ""));
    lines.addAll(tests());
    return lines;
  }

  private List<String> matrix() {
    List<String> lines = new ArrayList<>();
    lines.add(
        all.stream().map(Results::toString).collect(Collectors.joining(" | ", "| Rule | ", " |")));
    lines.add("| --- |" + " --- |".repeat(all.size()));
    for (String rule : rules()) {
      lines.add(
          all.stream()
              .map(results -> cell(results.of(rule)))
              .collect(Collectors.joining(" | ", "| " + link(rule) + " | ", " |")));
    }
    return lines;
  }

  private Set<String> rules() {
    Set<String> rules = new TreeSet<>(Comparator.comparing(Page::inOrder));
    all.forEach(results -> rules.addAll(results.rules()));
    return rules;
  }

  /** R10 comes after R9. */
  private static String inOrder(String rule) {
    return rule.length() == 2 ? rule.charAt(0) + "0" + rule.charAt(1) : rule;
  }

  private static String link(String rule) {
    return "[" + rule + "](rules.md)";
  }

  private static String cell(List<Results.Row> tests) {
    long exempt = tests.stream().filter(Results.Row::isExempt).count();
    long failed = tests.stream().filter(Results.Row::hasFailed).count();
    if (tests.isEmpty()) {
      return "–";
    }
    if (failed > 0) {
      return "**" + failed + " of " + counted(tests.size()) + " failed**";
    }
    if (exempt > 0) {
      return "%d of %s, [%d exempt](#exemptions)"
          .formatted(tests.size() - exempt, counted(tests.size()), exempt);
    }
    return counted(tests.size());
  }

  private static String counted(int tests) {
    return tests == 1 ? "1 test" : tests + " tests";
  }

  /** One entry for all JDKs that share it. */
  private List<String> exemptions() {
    Map<String, List<Integer>> jdksByText = new LinkedHashMap<>();
    for (Results results : all) {
      for (Results.Row row : results.rows()) {
        if (row.isExempt()) {
          jdksByText
              .computeIfAbsent(results.client() + "\n" + text(row), key -> new ArrayList<>())
              .add(results.jdk());
        }
      }
    }
    if (jdksByText.isEmpty()) {
      return List.of("None.");
    }
    List<String> lines = new ArrayList<>();
    jdksByText.forEach(
        (text, jdks) -> {
          String[] parts = text.split("\n", -1);
          String on = jdks.stream().map(String::valueOf).collect(Collectors.joining(" and "));
          lines.add("- **" + parts[0] + "**, JDK " + on + ", " + parts[1]);
        });
    return lines;
  }

  private static String text(Results.Row row) {
    List<String> why = row.exemption();
    return "`%s` (%s; %s): %s. Host: %s. Shown by `%s`."
        .formatted(
            row.test(),
            link(why.get(0)),
            String.join("; ", row.exemptModes()),
            why.get(1),
            why.get(2),
            why.get(3));
  }

  private List<String> tests() {
    Map<String, Set<String>> rulesByTest = new TreeMap<>();
    all.forEach(results -> results.rows().forEach(row -> rulesByTest.put(row.test(), row.rules())));
    List<String> lines = new ArrayList<>();
    lines.add("| Test | Rules |");
    lines.add("| --- | --- |");
    rulesByTest.forEach(
        (test, rules) -> lines.add("| `" + test + "` | " + String.join(", ", rules) + " |"));
    return lines;
  }
}
