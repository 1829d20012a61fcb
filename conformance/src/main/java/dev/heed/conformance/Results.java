package dev.heed.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What came of a run of the suite: kept while it runs, written when it is over.
 *
 * <p>The file is a table in CSV (RFC 4180): one line for each test, in the order of their names,
 * with the rules that it shows, what came of it in each mode, and its exemption.
 */
final class Results implements AutoCloseable {

  /** What came of a test in a mode. */
  enum Outcome {
    PASSED,
    FAILED,
    EXEMPT
  }

  private static final Path FOLDER = Path.of("target", "conformance");

  private static final Pattern RULE = Pattern.compile("[A-Z]\\d+");

  private final String client;
  private final Map<String, Row> rows = new TreeMap<>();

  Results(String client) {
    this.client = client;
  }

  synchronized void tested(Set<String> tags, String test, Mode mode, Outcome outcome) {
    Row row = row(test);
    tags.stream().filter(tag -> RULE.matcher(tag).matches()).forEach(row.rules::add);
    row.outcomes.put(mode, outcome);
  }

  synchronized void exempt(String test, Mode mode, Exemption exemption) {
    Row row = row(test);
    row.outcomes.put(mode, Outcome.EXEMPT);
    row.exemption =
        List.of(exemption.rule(), exemption.reason(), exemption.host(), exemption.proof());
  }

  private Row row(String test) {
    return rows.computeIfAbsent(test, key -> new Row());
  }

  /** Writes the table to {@code target/conformance/CLIENT-jdkN.csv}. */
  @Override
  public synchronized void close() {
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve(client + "-jdk" + Runtime.version().feature() + ".csv"), lines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("test,rules," + names() + ",exempt from,because,host,shown by");
    rows.forEach((test, row) -> lines.add(row.line(test)));
    return lines;
  }

  private static String names() {
    List<String> names = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      names.add(quoted(mode.toString()));
    }
    return String.join(",", names);
  }

  private static String quoted(String text) {
    return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static final class Row {

    final Set<String> rules = new TreeSet<>();
    final Map<Mode, Outcome> outcomes = new EnumMap<>(Mode.class);
    List<String> exemption = List.of("", "", "", "");

    String line(String test) {
      List<String> cells = new ArrayList<>();
      cells.add(test);
      cells.add(String.join(" ", rules));
      for (Mode mode : Mode.values()) {
        Outcome outcome = outcomes.get(mode);
        cells.add(outcome == null ? "" : outcome.name().toLowerCase(java.util.Locale.ROOT));
      }
      exemption.forEach(cell -> cells.add(quoted(cell)));
      return String.join(",", cells);
    }
  }
}
