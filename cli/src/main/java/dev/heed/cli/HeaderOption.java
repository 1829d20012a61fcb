package dev.heed.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A header of {@code -H}. What is wrong with one is told without its value, which may be a secret.
 */
record HeaderOption(String name, String value) {

  /**
   * Reads them.
   *
   * @throws Failure that says which is none
   */
  static List<HeaderOption> parse(List<String> lines) throws Failure {
    List<HeaderOption> headers = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).strip();
      if (!HeaderLines.isToken(name)) {
        throw Failure.usage(
            "-H number "
                + (headers.size() + 1)
                + " is not a header; write it like -H 'Accept: text/plain'");
      }
      headers.add(new HeaderOption(name, line.substring(colon + 1).strip()));
    }
    return headers;
  }

  /** As it is told when the client refuses to send it. */
  Failure refused() {
    return Failure.usage(
        "-H: "
            + Text.shown(name)
            + " cannot be sent: either the client sets it itself, or its value has a character"
            + " that no header may have");
  }
}
