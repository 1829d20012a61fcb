package dev.heed.settings;

import dev.heed.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects all that is wrong with a file. */
final class Problems {

  /** More would not be read; the rest is counted. */
  private static final int MOST = 1000;

  private final String file;
  private final List<Problem> found = new ArrayList<>();

  Problems(String file) {
    this.file = Words.shown(file);
  }

  /** What is wrong at a place, in words that say how to mend it. */
  void add(Position at, String message) {
    found.add(new Problem(at, message));
  }

  int count() {
    return found.size();
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  void throwIfAny() {
    if (found.isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    found.stream()
        .sorted(Comparator.comparing(Problem::at))
        .limit(MOST)
        .forEach(problem -> lines.add(file + ":" + problem.at() + " " + problem.message()));
    if (found.size() > MOST) {
      lines.add(file + " has " + (found.size() - MOST) + " more problems");
    }
    throw new SettingsException(lines);
  }

  /** For a file that has no places, since it cannot be read. */
  static SettingsException unreadable(String file, String message) {
    return new SettingsException(List.of(Words.shown(file) + ": " + message));
  }

  private record Problem(Position at, String message) {}
}
