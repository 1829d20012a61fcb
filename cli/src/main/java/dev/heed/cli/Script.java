package dev.heed.cli;

import dev.heed.cli.Reply.Kind;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the script of a play: {@code 503,503+RA10,429+x-ratelimit-remaining=0,reset,200}. */
final class Script {

  private static final int LEAST_STATUS = 200;
  private static final int MOST_STATUS = 999;
  private static final String RETRY_AFTER = "Retry-After";

  /** The comma of an HTTP date stands after its weekday, and separates no replies. */
  private static final Pattern ENDS_WITH_WEEKDAY =
      Pattern.compile(".*(?:\\+RA|=)(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Satu?r?|Sun)(?:day)?");

  /** A plus sign before a field. Any other one belongs to a value. */
  private static final Pattern FIELD = Pattern.compile("\\+(?=RA|[A-Za-z][A-Za-z0-9_-]*=)");

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Script() {}

  /** The form in which servers write dates (RFC 9110, section 5.6.7). */
  static String httpDate(Instant instant) {
    return HTTP_DATE.format(instant);
  }

  static Instant instant(String httpDate) {
    return HTTP_DATE.parse(httpDate, Instant::from);
  }

  /**
   * The replies, at least one.
   *
   * @throws Failure when one of them cannot be read
   */
  static List<Reply> parse(String script) throws Failure {
    List<Reply> replies = new ArrayList<>();
    StringBuilder reply = new StringBuilder();
    for (String piece : script.split(",", -1)) {
      reply.append(reply.length() == 0 ? "" : ",").append(piece);
      if (!ENDS_WITH_WEEKDAY.matcher(reply).matches()) {
        replies.add(reply(reply.toString().strip()));
        reply.setLength(0);
      }
    }
    if (reply.length() > 0) {
      replies.add(reply(reply.toString().strip()));
    }
    return replies;
  }

  private static Reply reply(String text) throws Failure {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String[] parts = FIELD.split(text);
    Kind kind = kind(parts[0]);
    if (kind != Kind.ANSWER) {
      if (parts.length > 1) {
        throw Failure.usage("--play: '" + Text.shown(text) + "': only a status can have headers");
      }
      return new Reply(text, kind, 0, headers);
    }
    for (String field : List.of(parts).subList(1, parts.length)) {
      add(field, headers);
    }
    return new Reply(text, kind, status(parts[0], text), headers);
  }

  private static Kind kind(String word) {
    return switch (word) {
      case "reset" -> Kind.RESET;
      case "refused" -> Kind.REFUSED;
      case "timeout" -> Kind.TIMEOUT;
      default -> Kind.ANSWER;
    };
  }

  private static int status(String word, String reply) throws Failure {
    if (!word.matches("[0-9]{3}")) {
      throw Failure.usage(
          "--play: '"
              + Text.shown(reply)
              + "' is not a reply; write a status with headers such as 503+RA10 or"
              + " 429+Name=value, or reset, refused, timeout");
    }
    return Options.number("--play", word, LEAST_STATUS, MOST_STATUS);
  }

  private static void add(String field, Map<String, List<String>> headers) throws Failure {
    int equals = field.indexOf('=');
    boolean named = equals > 0 && HeaderLines.isToken(field.substring(0, equals));
    String name = named ? field.substring(0, equals) : RETRY_AFTER;
    String value = named ? field.substring(equals + 1) : retryAfter(field.substring("RA".length()));
    headers.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  /** An instant is written as servers do. Anything else stays as it is, for the reader to judge. */
  private static String retryAfter(String value) throws Failure {
    if (value.isBlank()) {
      throw Failure.usage("--play: RA needs seconds or a date, as in 503+RA10");
    }
    try {
      return httpDate(Instant.parse(value));
    } catch (DateTimeParseException e) {
      return value;
    }
  }
}
