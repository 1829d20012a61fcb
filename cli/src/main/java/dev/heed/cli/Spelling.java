package dev.heed.cli;

/** How far a mistyped word is from a known one. */
final class Spelling {

  private Spelling() {}

  /** How many letters to insert, delete, replace, or swap with their neighbor. */
  static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, from, to, i, j);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int step(int[][] cost, String from, String to, int i, int j) {
    char a = from.charAt(i - 1);
    char b = to.charAt(j - 1);
    int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
    least = Math.min(least, cost[i - 1][j - 1] + (a == b ? 0 : 1));
    boolean swapped = i > 1 && j > 1 && a == to.charAt(j - 2) && from.charAt(i - 2) == b;
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
