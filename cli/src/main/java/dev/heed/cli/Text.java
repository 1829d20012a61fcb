package dev.heed.cli;

/** Text that came from elsewhere, made fit for one line on a terminal. */
final class Text {

  private static final int LONGEST = 160;

  private Text() {}

  /** The text without control characters, which could move a terminal's cursor, and not endless. */
  static String shown(String text) {
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

  /** {@code 1 send}, {@code 2 sends}. */
  static String count(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }
}
