package dev.heed.hint;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The formats of single values once more, slowly: by regular expressions, {@code BigDecimal} and
 * {@code java.time}. Shares no code with what it checks.
 */
final class ReferenceValues {

  /** The answer of the reference: exact seconds, or one of the other two. */
  record Answer(Hint.Kind kind, BigDecimal seconds) {

    static final Answer NONE = new Answer(Hint.Kind.NONE, BigDecimal.ZERO);
    static final Answer TOO_LONG = new Answer(Hint.Kind.TOO_LONG, BigDecimal.ZERO);

    boolean isPresent() {
      return kind != Hint.Kind.NONE;
    }

    static Answer longer(Answer first, Answer second) {
      if (first.kind != second.kind) {
        return first.kind.compareTo(second.kind) > 0 ? first : second;
      }
      return second.seconds.compareTo(first.seconds) > 0 ? second : first;
    }
  }

  /** Reads a value that has no blanks around it. */
  @FunctionalInterface
  interface Value {
    Answer read(String text, Instant clock);
  }

  private static final BigDecimal TOO_LONG = new BigDecimal("9223372036854775");
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final String MONTH = "(" + MONTHS.replaceAll("(...)(?!$)", "$1|") + ")";
  private static final String TIME = "(\\d\\d):(\\d\\d):(\\d\\d)";
  private static final Pattern IMF =
      Pattern.compile(
          "(?i)(?:mon|tue|wed|thu|fri|sat|sun), (\\d\\d) %s (\\d{4}) %s gmt"
              .formatted(MONTH, TIME));
  private static final Pattern RFC_850 =
      Pattern.compile(
          "(?i)(?:mon|tues|wednes|thurs|fri|satur|sun)day, (\\d\\d)-%s-(\\d\\d) %s gmt"
              .formatted(MONTH, TIME));
  private static final Pattern ASCTIME =
      Pattern.compile(
          "(?i)(?:mon|tue|wed|thu|fri|sat|sun) %s (\\d\\d| \\d) %s (\\d{4})"
              .formatted(MONTH, TIME));
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)[Tt](\\d\\d):(\\d\\d)(?::(\\d\\d)(\\.\\d+)?)?"
              + "(?:[Zz]|([+-])(\\d\\d)(?::?(\\d\\d))?)");
  private static final Pattern GO_PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|us|\u00B5s|\u03BCs|ns|d|h|m|s)");
  private static final Map<String, BigDecimal> GO_UNITS =
      Map.of(
          "d", new BigDecimal(86_400),
          "h", new BigDecimal(3600),
          "m", new BigDecimal(60),
          "s", BigDecimal.ONE,
          "ms", new BigDecimal("0.001"),
          "us", new BigDecimal("0.000001"),
          "\u00B5s", new BigDecimal("0.000001"),
          "\u03BCs", new BigDecimal("0.000001"),
          "ns", new BigDecimal("0.000000001"));

  static final Map<HintFormat, Value> FORMATS =
      Map.of(
          HintFormat.SECONDS, (text, clock) -> relative(text, 0),
          HintFormat.MILLISECONDS, (text, clock) -> relative(text, 3),
          HintFormat.UNIX_SECONDS, (text, clock) -> absolute(text, 0, clock),
          HintFormat.UNIX_MILLISECONDS, (text, clock) -> absolute(text, 3, clock),
          HintFormat.DETECT, ReferenceValues::detect,
          HintFormat.GO_DURATION, (text, clock) -> goDuration(text),
          HintFormat.ISO_8601, ReferenceValues::iso,
          HintFormat.RETRY_AFTER, ReferenceValues::retryAfter);

  private ReferenceValues() {}

  static Answer retryAfter(String text, Instant clock) {
    Answer number = relative(text, 0);
    return number.isPresent() ? number : httpDateWait(text, clock);
  }

  static Answer lenientRetryAfter(String text, Instant clock) {
    boolean unix =
        NUMBER.matcher(text).matches()
            && new BigDecimal(text).compareTo(new BigDecimal("1e9")) >= 0;
    return unix ? absolute(text, 0, clock) : retryAfter(text, clock);
  }

  static Answer relative(String text, int scale) {
    return NUMBER.matcher(text).matches()
        ? after(new BigDecimal(text).scaleByPowerOfTen(-scale))
        : Answer.NONE;
  }

  static Answer absolute(String text, int scale, Instant clock) {
    if (!NUMBER.matcher(text).matches()) {
      return Answer.NONE;
    }
    BigDecimal number = new BigDecimal(text);
    return number.toBigInteger().compareTo(LARGEST) >= 0
        ? Answer.TOO_LONG
        : until(number.scaleByPowerOfTen(-scale), clock);
  }

  static Answer detect(String text, Instant clock) {
    if (NUMBER.matcher(text).matches()) {
      BigDecimal number = new BigDecimal(text);
      if (number.compareTo(new BigDecimal("1e11")) >= 0) {
        return absolute(text, 3, clock);
      }
      return number.compareTo(new BigDecimal("1e9")) >= 0
          ? absolute(text, 0, clock)
          : relative(text, 0);
    }
    Answer duration = goDuration(text);
    Answer time = duration.isPresent() ? duration : iso(text, clock);
    return time.isPresent() ? time : httpDateWait(text, clock);
  }

  static Answer goDuration(String text) {
    if (text.equals("0")) {
      return after(BigDecimal.ZERO);
    }
    BigDecimal sum = BigDecimal.ZERO;
    boolean tooLarge = false;
    Matcher part = GO_PART.matcher(text);
    int end = 0;
    while (part.find() && part.start() == end) {
      BigDecimal unit = GO_UNITS.getOrDefault(part.group(2), BigDecimal.ZERO);
      BigDecimal number = new BigDecimal(part.group(1));
      tooLarge |= number.toBigInteger().compareTo(LARGEST) >= 0;
      sum = sum.add(number.multiply(unit));
      end = part.end();
    }
    if (end == 0 || end < text.length()) {
      return Answer.NONE;
    }
    return tooLarge ? Answer.TOO_LONG : after(sum);
  }

  static Answer iso(String text, Instant clock) {
    Matcher m = ISO.matcher(text);
    if (!m.matches()) {
      return Answer.NONE;
    }
    int seconds = m.group(6) == null ? 0 : Integer.parseInt(m.group(6));
    BigDecimal fraction = new BigDecimal("0" + Optional.ofNullable(m.group(7)).orElse(".0"));
    int hours = m.group(9) == null ? 0 : Integer.parseInt(m.group(9));
    int minutes = m.group(10) == null ? 0 : Integer.parseInt(m.group(10));
    if (minutes > 59 || hours * 60 + minutes > 18 * 60) {
      return Answer.NONE;
    }
    int offset = ("-".equals(m.group(8)) ? -60 : 60) * (hours * 60 + minutes);
    return local(m, new int[] {1, 2, 3, 4, 5}, seconds)
        .map(time -> BigDecimal.valueOf(time.toEpochSecond(ZoneOffset.UTC) - offset))
        .map(second -> until(second.add(fraction), clock))
        .orElse(Answer.NONE);
  }

  private static Optional<LocalDateTime> local(Matcher m, int[] groups, int second) {
    int[] n = new int[5];
    for (int i = 0; i < n.length; i++) {
      n[i] = Integer.parseInt(m.group(groups[i]));
    }
    return dateTime(n[0], n[1], n[2], n[3], n[4], second);
  }

  static Answer httpDateWait(String text, Instant clock) {
    return httpDate(text, clock)
        .map(date -> until(BigDecimal.valueOf(date.getEpochSecond()), clock))
        .orElse(Answer.NONE);
  }

  static Optional<Instant> httpDate(String text, Instant now) {
    Matcher imf = IMF.matcher(text);
    if (imf.matches()) {
      return date(imf, Integer.parseInt(imf.group(3)), 2, 1, 4);
    }
    Matcher asctime = ASCTIME.matcher(text);
    if (asctime.matches()) {
      return date(asctime, Integer.parseInt(asctime.group(6)), 1, 2, 3);
    }
    Matcher rfc850 = RFC_850.matcher(text);
    return rfc850.matches() ? date(rfc850, fullYear(rfc850, now), 2, 1, 4) : Optional.empty();
  }

  private static Optional<Instant> date(Matcher m, int year, int month, int day, int time) {
    return dateTime(
            year,
            MONTHS.indexOf(m.group(month).toLowerCase(Locale.ROOT)) / 3 + 1,
            Integer.parseInt(m.group(day).strip()),
            Integer.parseInt(m.group(time)),
            Integer.parseInt(m.group(time + 1)),
            Integer.parseInt(m.group(time + 2)))
        .map(local -> local.toInstant(ZoneOffset.UTC));
  }

  /** Goes back from year to year until the date is no longer more than fifty years ahead. */
  private static int fullYear(Matcher m, Instant now) {
    int digits = Integer.parseInt(m.group(3));
    int month = MONTHS.indexOf(m.group(2).toLowerCase(Locale.ROOT)) / 3 + 1;
    int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
    long clock = Math.floorMod(now.getEpochSecond(), 86_400L);
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    int year = thisYear + 50;
    while (Math.floorMod(year, 100) != digits) {
      year--;
    }
    LocalDate back = LocalDate.of(thisYear, month, 1).plusDays(Long.parseLong(m.group(1)) - 1);
    long time =
        Long.parseLong(m.group(4)) * 3600
            + Long.parseLong(m.group(5)) * 60
            + Long.parseLong(m.group(6));
    boolean later = back.isAfter(today) || (back.isEqual(today) && time > clock);
    return year == thisYear + 50 && later ? year - 100 : year;
  }

  private static Optional<LocalDateTime> dateTime(
      int year, int month, int day, int hour, int minute, int second) {
    if (month < 1 || month > 12 || day < 1 || day > 31) {
      return Optional.empty();
    }
    if (hour > 23 || minute > 59 || second > 59) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDateTime.of(year, month, day, hour, minute, second));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Answer until(BigDecimal second, Instant clock) {
    BigDecimal now =
        BigDecimal.valueOf(clock.getEpochSecond()).add(BigDecimal.valueOf(clock.getNano(), 9));
    return after(second.subtract(now).max(BigDecimal.ZERO));
  }

  private static Answer after(BigDecimal seconds) {
    boolean tooLong = seconds.setScale(9, RoundingMode.CEILING).compareTo(TOO_LONG) >= 0;
    return tooLong ? Answer.TOO_LONG : new Answer(Hint.Kind.WAIT, seconds);
  }
}
