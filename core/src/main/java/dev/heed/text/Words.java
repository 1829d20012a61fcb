package dev.heed.text;

import java.util.Collection;
import java.util.Optional;

/** Words for people, in the messages of all modules alike. */
public final class Words {

  private static final int LONGEST = 160;

  private Words() {}

  /**
   * The known word that somebody who mistyped one is likely to have meant: the one that takes the
   * fewest letters to insert, delete, replace, or swap with their neighbor, in any letter case.
   *
   * @param word as written
   * @param known the words that there are; of equally near ones the first is taken
   * @return empty when none is near, which is more than half of the letters away
   */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String nearest = null;
    int most = Math.max(word.length() / 2, 1);
    for (String candidate : known) {
      int distance = distance(word, candidate);
      if (distance <= most) {
        nearest = candidate;
        most = distance - 1;
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, from, to, i, j);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int step(int[][] cost, String from, String to, int i, int j) {
    char a = letter(from, i);
    char b = letter(to, j);
    int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
    least = Math.min(least, cost[i - 1][j - 1] + (a == b ? 0 : 1));
    boolean swapped = i > 1 && j > 1 && a == letter(to, j - 1) && letter(from, i - 1) == b;
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }

  private static char letter(String word, int number) {
    return Character.toLowerCase(word.charAt(number - 1));
  }

  /**
   * Text from elsewhere, made fit for one line on a terminal: without control characters, which
   * could move its cursor, and not endless.
   */
  public static String shown(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(LONGEST)
        .map(c -> Character.isISOControl(c) || isFormat(c) ? '?' : c)
        .forEach(line::appendCodePoint);
    return text.codePointCount(0, text.length()) > LONGEST ? line + "..." : line.toString();
  }

  private static boolean isFormat(int c) {
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
