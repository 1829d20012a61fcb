package dev.heed.retry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A table of inputs and answers that must match each combination of inputs exactly once. */
final class DecisionTable {

  private static final String ANY = "*";

  /** One line of the table. */
  static final class Row {

    private final int line;
    private final Map<String, String> cells;

    private Row(int line, Map<String, String> cells) {
      this.line = line;
      this.cells = cells;
    }

    String cell(String column) {
      return cells.get(column);
    }

    boolean matches(Map<String, String> combination) {
      return combination.entrySet().stream()
          .allMatch(input -> allows(cells.get(input.getKey()), input.getValue()));
    }

    private static boolean allows(String cell, String value) {
      return cell.equals(ANY) || Set.of(cell.split("\\|")).contains(value);
    }

    @Override
    public String toString() {
      return "line " + line;
    }
  }

  private final Map<String, List<String>> inputs;
  private final List<Row> rows;

  private DecisionTable(Map<String, List<String>> inputs, List<Row> rows) {
    this.inputs = inputs;
    this.rows = rows;
  }

  /**
   * Reads a table.
   *
   * @param inputs the values that each input column can have
   * @param lines the first one that is no comment names the columns
   */
  static DecisionTable parse(Map<String, List<String>> inputs, List<String> lines) {
    List<Row> rows = new ArrayList<>();
    String[] header = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("#") || line.isBlank()) {
        continue;
      }
      String[] cells = line.split(",", -1);
      if (header == null) {
        header = cells;
      } else {
        rows.add(row(i + 1, header, cells, inputs));
      }
    }
    return new DecisionTable(inputs, rows);
  }

  private static Row row(
      int line, String[] header, String[] cells, Map<String, List<String>> inputs) {
    if (cells.length != header.length) {
      throw new IllegalArgumentException(
          "line " + line + " has " + cells.length + " cells, not " + header.length);
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i++) {
      named.put(header[i], cells[i]);
    }
    inputs.forEach((column, values) -> checkCell(line, column, named.get(column), values));
    return new Row(line, named);
  }

  private static void checkCell(int line, String column, String cell, List<String> values) {
    if (cell == null) {
      throw new IllegalArgumentException("no column " + column);
    }
    if (cell.equals(ANY)) {
      return;
    }
    for (String value : cell.split("\\|", -1)) {
      if (!values.contains(value)) {
        throw new IllegalArgumentException(
            "line " + line + ": " + column + " cannot be '" + value + "'");
      }
    }
  }

  List<Row> rows() {
    return rows;
  }

  List<Row> matching(Map<String, String> combination) {
    return rows.stream().filter(row -> row.matches(combination)).toList();
  }

  /** Combinations that no row matches or that several rows match, and rows that match nothing. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Set<Row> used = new java.util.HashSet<>();
    forEachCombination(
        combination -> {
          List<Row> matching = matching(combination);
          used.addAll(matching);
          if (matching.size() != 1) {
            problems.add(
                (matching.isEmpty() ? "gap: " : "overlap " + matching + ": ") + combination);
          }
        });
    rows.stream().filter(row -> !used.contains(row)).forEach(row -> problems.add("unused: " + row));
    return problems;
  }

  /** Walks the full product of all inputs. */
  void forEachCombination(Consumer<Map<String, String>> visitor) {
    walk(new ArrayList<>(inputs.keySet()), new LinkedHashMap<>(), visitor);
  }

  private void walk(
      List<String> columns, Map<String, String> chosen, Consumer<Map<String, String>> visitor) {
    if (chosen.size() == columns.size()) {
      visitor.accept(new LinkedHashMap<>(chosen));
      return;
    }
    String column = columns.get(chosen.size());
    for (String value : inputs.get(column)) {
      chosen.put(column, value);
      walk(columns, chosen, visitor);
      chosen.remove(column);
    }
  }
}
