package dev.heed.verify.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Requests at the server over time, drawn with letters. */
final class Chart {

  private static final int ROWS = 10;
  private static final int BETWEEN_LABELS = 10;
  private static final int MARGIN = 7;

  private final long from;
  private final long each;
  private final int[] rates;

  /**
   * A chart.
   *
   * @param from the instant at its left end
   * @param each the time that a column stands for
   * @param rates requests a second, one for each column
   */
  private Chart(long from, long each, int[] rates) {
    this.from = from;
    this.each = each;
    this.rates = rates;
  }

  /** A second in each column, from the beginning to the end. */
  static Chart whole(Tally tally) {
    int seconds = (int) (Simulation.END / Server.SECOND);
    return new Chart(0, Server.SECOND, tally.requests(0, Tally.SLOTS_A_SECOND, seconds));
  }

  /** A closer look: 200 ms in each column. */
  static Chart close(Tally tally, int fromSecond, int columns) {
    int slots = 2;
    int[] counts = tally.requests(fromSecond * Tally.SLOTS_A_SECOND, slots, columns);
    int[] rates =
        Arrays.stream(counts).map(count -> count * Tally.SLOTS_A_SECOND / slots).toArray();
    return new Chart(fromSecond * Server.SECOND, slots * Tally.SLOT, rates);
  }

  List<String> lines() {
    int step = step();
    List<String> lines = new ArrayList<>();
    for (int row = (highest() + step / 2) / step; row > 0; row--) {
      int least = row * step - step / 2;
      lines.add(String.format(Locale.ROOT, "%,6d |%s", row * step, row(least, row == 1)));
    }
    lines.add(" ".repeat(MARGIN) + "+" + axis());
    lines.add((" ".repeat(MARGIN + 1) + labels()).stripTrailing());
    return lines;
  }

  private int highest() {
    return Arrays.stream(rates).max().orElse(1);
  }

  /** 1, 2 or 5 with zeros, so that there are no more rows than will be read. */
  private int step() {
    for (int power = 1; ; power *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        if (digit * power * ROWS >= highest()) {
          return digit * power;
        }
      }
    }
  }

  /** What is too little for the lowest row is a dot there. */
  private String row(int least, boolean lowest) {
    StringBuilder row = new StringBuilder();
    for (int rate : rates) {
      row.append(rate >= least ? '#' : lowest && rate > 0 ? '.' : ' ');
    }
    return row.toString().stripTrailing();
  }

  /** Drawn double where the server fails. */
  private String axis() {
    StringBuilder axis = new StringBuilder();
    for (int i = 0; i < rates.length; i++) {
      axis.append(Server.failsAt(from + i * each) ? '=' : '-');
    }
    return axis.toString();
  }

  private String labels() {
    StringBuilder labels = new StringBuilder();
    for (int i = 0; i < rates.length; i += BETWEEN_LABELS) {
      String label = (from + i * each) / Server.SECOND + " s";
      labels.append(label).append(" ".repeat(BETWEEN_LABELS - label.length()));
    }
    return labels.toString();
  }
}
