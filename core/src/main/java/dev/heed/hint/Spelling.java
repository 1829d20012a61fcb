package dev.heed.hint;

import java.util.Comparator;
import java.util.List;

/** Finds the name that somebody who mistyped one is likely to have meant. */
final class Spelling {

  private Spelling() {}

  /** The candidate that takes the fewest letters to insert, delete or replace. */
  static String nearest(String name, List<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
        .orElseThrow();
  }

  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = sameLetter(from.charAt(i - 1), to.charAt(j - 1)) ? diagonal : diagonal + 1;
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }

  private static boolean sameLetter(char a, char b) {
    return Character.toLowerCase(a) == Character.toLowerCase(b);
  }
}
