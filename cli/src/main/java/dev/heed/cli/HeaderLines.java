package dev.heed.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of a response as text: lines of {@code Name: value}, perhaps after a status line, up to
 * the end or the first empty line, as curl prints it.
 *
 * @param status of the status line; 0 without one
 * @param fields all values by name, in order; look-ups ignore letter case
 */
record HeaderLines(int status, Map<String, List<String>> fields) {

  private static final Pattern STATUS_LINE =
      Pattern.compile("HTTP/[0-9](?:\\.[0-9])? ([1-9][0-9]{2})(?: .*)?");

  /**
   * Reads them.
   *
   * @throws Failure when a line is none of a head
   */
  static HeaderLines read(InputStream in) throws Failure, IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    int status = 0;
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      Matcher first = STATUS_LINE.matcher(line);
      if (number == 1 && first.matches()) {
        status = Integer.parseInt(first.group(1));
      } else if (!line.isEmpty()) {
        add(line, number, fields);
      } else if (!fields.isEmpty()) {
        break;
      }
    }
    return new HeaderLines(status, fields);
  }

  private static void add(String line, int number, Map<String, List<String>> fields)
      throws Failure {
    int colon = line.indexOf(':');
    if (colon < 1 || !isToken(line.substring(0, colon))) {
      throw Failure.usage(
          "line "
              + number
              + " of the input is not a header: '"
              + Text.shown(line)
              + "'; write one 'Name: value' a line");
    }
    fields
        .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
        .add(line.substring(colon + 1).strip());
  }

  /** Whether it can be the name of a field, or a method (RFC 9110, section 5.6.2). */
  static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(HeaderLines::isTokenCharacter);
  }

  private static boolean isTokenCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }
}
