package dev.heed.cli;

/**
 * Colors for a terminal.
 *
 * @param on whether there are any
 */
record Paint(boolean on) {

  static final Paint NONE = new Paint(false);

  String good(String text) {
    return in("32", text);
  }

  String slow(String text) {
    return in("33", text);
  }

  String bad(String text) {
    return in("31", text);
  }

  String faint(String text) {
    return in("2", text);
  }

  String bold(String text) {
    return in("1", text);
  }

  /** The color that a status deserves. */
  String status(int status, String text) {
    if (status < 400) {
      return good(text);
    }
    return status == 429 || status == 503 ? slow(text) : bad(text);
  }

  private String in(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
