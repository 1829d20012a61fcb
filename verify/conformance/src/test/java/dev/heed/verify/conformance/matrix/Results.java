package dev.heed.verify.conformance.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The results of one client on one JDK, as the suite has written them. */
record Results(String client, int jdk, List<Row> rows) {

  private static final Pattern NAME = Pattern.compile("(.+)-jdk(\\d+)\\.csv");

  private static final int FIRST_MODE = 2;
  private static final int MODES = 4;
  private static final int EXEMPTION = FIRST_MODE + MODES;

  /** One test: the rules that it shows, what came of it in each mode, and its exemption. */
  record Row(String test, Set<String> rules, Map<String, String> outcomes, List<String> exemption) {

    boolean isExempt() {
      return outcomes.containsValue("exempt");
    }

    boolean hasFailed() {
      return outcomes.values().stream().anyMatch(o -> !o.equals("passed") && !o.equals("exempt"));
    }

    List<String> exemptModes() {
      return outcomes.entrySet().stream()
          .filter(entry -> entry.getValue().equals("exempt"))
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  static Results read(String file, List<String> lines) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      throw new IllegalArgumentException("not named CLIENT-jdkN.csv: " + file);
    }
    List<String> header = Csv.cells(lines.get(0));
    List<Row> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      rows.add(row(header, Csv.cells(line)));
    }
    return new Results(name.group(1), Integer.parseInt(name.group(2)), rows);
  }

  private static Row row(List<String> header, List<String> cells) {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (int i = FIRST_MODE; i < EXEMPTION; i++) {
      if (!cells.get(i).isEmpty()) {
        outcomes.put(header.get(i), cells.get(i));
      }
    }
    Set<String> rules = new TreeSet<>(List.of(cells.get(1).split(" ")));
    return new Row(cells.get(0), rules, outcomes, cells.subList(EXEMPTION, cells.size()));
  }

  /** The tests that show a rule. */
  List<Row> of(String rule) {
    return rows.stream().filter(row -> row.rules.contains(rule)).toList();
  }

  Set<String> rules() {
    return rows.stream()
        .flatMap(row -> row.rules.stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As in {@code heed-jdk, JDK 17}. */
  @Override
  public String toString() {
    return client + ", JDK " + jdk;
  }
}
