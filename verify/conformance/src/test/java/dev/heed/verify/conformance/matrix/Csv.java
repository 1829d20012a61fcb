package dev.heed.verify.conformance.matrix;

import java.util.ArrayList;
import java.util.List;

/** Reads a line of CSV (RFC 4180) whose cells have no line breaks. */
final class Csv {

  private Csv() {}

  static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean doubled = quoted && c == '"' && line.startsWith("\"\"", i);
      if (doubled) {
        i++;
      }
      if (c == '"' && !doubled) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
