package dev.heed.delivery.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The committed table: rows of cells, each of which allows one value, several, or any. */
final class Table {

  /** One line of the file. */
  record Row(int line, Map<String, String> cells) {

    String cell(String column) {
      return cells.get(column);
    }

    boolean matches(Map<String, String> inputs) {
      return inputs.entrySet().stream().allMatch(e -> allows(cells.get(e.getKey()), e.getValue()));
    }

    private static boolean allows(String cell, String value) {
      return cell.equals("*") || List.of(cell.split("\\|")).contains(value);
    }

    @Override
    public String toString() {
      return "line " + line;
    }
  }

  private final Map<String, List<String>> inputs;
  private final List<Row> rows;

  private Table(Map<String, List<String>> inputs, List<Row> rows) {
    this.inputs = inputs;
    this.rows = rows;
  }

  static Table read(Path file, Map<String, List<String>> inputs) {
    try {
      return parse(Files.readAllLines(file), inputs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Table parse(List<String> lines, Map<String, List<String>> inputs) {
    List<Row> rows = new ArrayList<>();
    List<String> columns = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = List.of(line.split(",", -1));
      if (columns == null) {
        columns = cells;
      } else {
        rows.add(new Row(i + 1, named(columns, cells, i + 1)));
      }
    }
    return new Table(inputs, rows);
  }

  private static Map<String, String> named(List<String> columns, List<String> cells, int line) {
    if (columns.size() != cells.size()) {
      throw new IllegalArgumentException("line " + line + " has " + cells.size() + " cells");
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      named.put(columns.get(i), cells.get(i));
    }
    return named;
  }

  Row only(Map<String, String> combination) {
    List<Row> matching = rows.stream().filter(row -> row.matches(combination)).toList();
    if (matching.size() != 1) {
      throw new AssertionError(combination + " matches " + matching);
    }
    return matching.get(0);
  }

  /** Gaps, overlaps, rows that nothing reaches, and values that no input has. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Set<Row> used = new HashSet<>();
    combinations(
        inputs -> {
          List<Row> matching = rows.stream().filter(row -> row.matches(inputs)).toList();
          used.addAll(matching);
          if (matching.size() != 1) {
            problems.add((matching.isEmpty() ? "gap: " : "overlap " + matching + ": ") + inputs);
          }
        });
    for (Row row : rows) {
      if (!used.contains(row)) {
        problems.add("unused: " + row);
      }
      inputs.forEach(
          (column, values) -> {
            for (String value : row.cell(column).split("\\|", -1)) {
              if (!value.equals("*") && !values.contains(value)) {
                problems.add(row + ": " + column + " cannot be '" + value + "'");
              }
            }
          });
    }
    return problems;
  }

  /** Walks over the full product of the inputs. */
  void combinations(Consumer<Map<String, String>> visitor) {
    walk(List.copyOf(inputs.keySet()), new LinkedHashMap<>(), visitor);
  }

  private void walk(
      List<String> columns, Map<String, String> chosen, Consumer<Map<String, String>> visitor) {
    if (chosen.size() == columns.size()) {
      visitor.accept(Map.copyOf(chosen));
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
