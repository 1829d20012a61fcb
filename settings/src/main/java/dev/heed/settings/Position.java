package dev.heed.settings;

import java.util.Comparator;

/** A place in a file, counted from 1 as editors do. */
record Position(int line, int column) implements Comparable<Position> {

  static final Position START = new Position(1, 1);

  private static final Comparator<Position> IN_FILE_ORDER =
      Comparator.comparingInt(Position::line).thenComparingInt(Position::column);

  @Override
  public int compareTo(Position other) {
    return IN_FILE_ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
