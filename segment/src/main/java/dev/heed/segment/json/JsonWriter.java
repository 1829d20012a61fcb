package dev.heed.segment.json;

import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Date;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes values of Java as JSON, and refuses those that JSON cannot hold. */
public final class JsonWriter {

  /** As deep as a queue takes events, less what is around a value. */
  static final int MAX_DEPTH = 490;

  private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

  private final StringBuilder out;

  private JsonWriter(StringBuilder out) {
    this.out = out;
  }

  /**
   * The text of a value: of text, a number, a boolean, null, a time, an enum constant, an address,
   * a map with text for keys, or anything that can be iterated, and arrays of objects.
   *
   * @throws IllegalArgumentException that says what cannot be written, and why
   */
  public static String write(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    new JsonWriter(out).value(value, 0);
    return out.toString();
  }

  /** The text of an object whose members are given as their text. */
  public static String object(Map<String, String> members) {
    JsonWriter writer = new JsonWriter(new StringBuilder());
    char before = '{';
    for (Map.Entry<String, String> member : members.entrySet()) {
      writer.out.append(before);
      writer.text(member.getKey());
      writer.out.append(':').append(member.getValue());
      before = ',';
    }
    return writer.out.append(before == '{' ? "{}" : "}").toString();
  }

  /** A time in UTC with milliseconds, as the protocol writes it, without quotes. */
  public static String time(Instant instant) {
    if (instant.isBefore(YEAR_0) || !instant.isBefore(YEAR_10000)) {
      return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }
    LocalDateTime time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
    StringBuilder out = new StringBuilder(24);
    digits(out, time.getYear(), 1000).append('-');
    digits(out, time.getMonthValue(), 10).append('-');
    digits(out, time.getDayOfMonth(), 10);
    digits(out.append('T'), time.getHour(), 10).append(':');
    digits(out, time.getMinute(), 10).append(':');
    digits(out, time.getSecond(), 10).append('.');
    return digits(out, instant.getNano() / 1_000_000, 100).append('Z').toString();
  }

  /** By hand, since every event has a time, and a formatter takes longer than all the rest. */
  private static StringBuilder digits(StringBuilder out, int number, int first) {
    for (int place = first; place > 0; place /= 10) {
      out.append((char) ('0' + number / place % 10));
    }
    return out;
  }

  private void value(@Nullable Object value, int depth) {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Number number) {
      number(number);
    } else if (value instanceof Map<?, ?> map) {
      members(map, deeper(depth));
    } else if (value instanceof Iterable<?> many) {
      elements(many.iterator(), deeper(depth));
    } else if (value instanceof Object[] many) {
      elements(Arrays.asList(many).iterator(), deeper(depth));
    } else {
      text(plain(value));
    }
  }

  private static int deeper(int depth) {
    if (depth >= MAX_DEPTH) {
      throw new IllegalArgumentException("it is nested deeper than " + MAX_DEPTH);
    }
    return depth + 1;
  }

  /** What has one usual form as text. */
  private static String plain(Object value) {
    if (value instanceof Instant instant) {
      return time(instant);
    }
    if (value instanceof Date date) {
      return time(instant(date));
    }
    if (value instanceof ZonedDateTime zoned) {
      return time(zoned.toInstant());
    }
    if (value instanceof OffsetDateTime offset) {
      return time(offset.toInstant());
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    boolean known =
        value instanceof CharSequence
            || value instanceof Character
            || value instanceof UUID
            || value instanceof URI
            || value instanceof LocalDate
            || value instanceof LocalTime
            || value instanceof LocalDateTime;
    if (!known) {
      throw new IllegalArgumentException(
          "a "
              + value.getClass().getName()
              + " has no JSON form; use text, numbers, booleans, times, lists and maps");
    }
    return value.toString();
  }

  /** Not toInstant, which the subclasses for databases refuse. */
  @SuppressWarnings("JavaUtilDate")
  private static Instant instant(Date date) {
    return Instant.ofEpochMilli(date.getTime());
  }

  private void number(Number number) {
    if (number instanceof Integer || number instanceof Long) {
      out.append(number.longValue());
      return;
    }
    String text = number.toString();
    boolean finite = number instanceof Double real && Double.isFinite(real);
    if (!finite && !JsonReader.isNumber(text)) {
      throw new IllegalArgumentException(text + " is no number in JSON");
    }
    out.append(text);
  }

  private void members(Map<?, ?> map, int depth) {
    char before = '{';
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!(member.getKey() instanceof CharSequence key)) {
        throw new IllegalArgumentException("the keys of a map must be text: " + member.getKey());
      }
      out.append(before);
      text(key.toString());
      out.append(':');
      value(member.getValue(), depth);
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private void elements(Iterator<?> elements, int depth) {
    out.append('[');
    while (elements.hasNext()) {
      value(elements.next(), depth);
      if (elements.hasNext()) {
        out.append(',');
      }
    }
    out.append(']');
  }

  private void text(String text) {
    out.append('"');
    int plain = plainUntil(text);
    out.append(text, 0, plain);
    for (int i = plain; i < text.length(); i++) {
      character(text, i);
    }
    out.append('"');
  }

  /** Nearly all text stays as it is, and is copied in one piece. */
  private static int plainUntil(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        return i;
      }
    }
    return text.length();
  }

  private void character(String text, int at) {
    char c = text.charAt(at);
    if (c == '"' || c == '\\') {
      out.append('\\').append(c);
    } else if (c < ' ' || (Character.isSurrogate(c) && !isPaired(text, at))) {
      // Half of a pair has no UTF-8, so it must be escaped; whole ones are shorter as they are.
      out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
    } else {
      out.append(c);
    }
  }

  private static boolean isPaired(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
