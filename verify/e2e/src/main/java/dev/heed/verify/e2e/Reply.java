package dev.heed.verify.e2e;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the server answers one request, as a case writes it: {@code 429; Retry-After: 1; after 200},
 * with any number of headers, and milliseconds before the answer; or {@code cut}, which closes the
 * connection without an answer. A header may have {@code ${date+2}} in it: the date in that many
 * seconds, up to one more, since dates have whole seconds.
 *
 * @param status 0 to close the connection
 * @param body empty for none
 */
record Reply(int status, Map<String, String> headers, Duration after, String body) {

  private static final Pattern DATE = Pattern.compile("\\$\\{date([+-][0-9]+)}");
  private static final DateTimeFormatter IMF =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  static Reply parse(String text) {
    List<String> parts = List.of(text.split(";", -1));
    Map<String, String> headers = new LinkedHashMap<>();
    Duration after = Duration.ZERO;
    for (String part : parts.subList(1, parts.size())) {
      String option = part.strip();
      int colon = option.indexOf(':');
      if (option.startsWith("after ")) {
        after = Duration.ofMillis(Long.parseLong(option.substring("after ".length())));
      } else if (colon > 0) {
        headers.put(option.substring(0, colon), option.substring(colon + 1).strip());
      } else {
        throw new IllegalArgumentException("no part of a reply: '" + option + "' in " + text);
      }
    }
    String first = parts.get(0).strip();
    int status = first.equals("cut") ? 0 : Integer.parseInt(first);
    return new Reply(status, Map.copyOf(headers), after, "");
  }

  static List<Reply> parseAll(List<String> texts) {
    List<Reply> replies = new ArrayList<>();
    texts.forEach(text -> replies.add(parse(text)));
    return replies;
  }

  Reply withBody(String text) {
    return new Reply(status, headers, after, text);
  }

  boolean isSuccess() {
    return status / 100 == 2;
  }

  /** The value of a header with the dates of this moment. */
  static String filled(String value, Instant now) {
    Matcher date = DATE.matcher(value);
    return date.replaceAll(
        found -> {
          int seconds = Integer.parseInt(found.group(1));
          Instant whole = now.truncatedTo(ChronoUnit.SECONDS);
          return IMF.format(whole.plusSeconds(seconds > 0 ? seconds + 1L : seconds));
        });
  }
}
