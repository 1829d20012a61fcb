package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Responses as a careless or hostile server may write them: valid values, valid values with faults,
 * numbers at every boundary, dates around now and fifty years away, lists, repeated lines, garbage.
 */
final class RandomHeads {

  private static final int[] STATUSES = {200, 400, 403, 429, 429, 429, 503, 529};
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "00",
          "1",
          "30",
          "59",
          "60",
          "120",
          "0120",
          "3600",
          "999999999",
          "1000000000",
          "1767225660",
          "2147483647",
          "2147483648",
          "4294967296",
          "99999999999",
          "100000000000",
          "1767225660000",
          "999999999999999",
          "9223372036854774",
          "9223372036854775",
          "9223372036854775806",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551616",
          "99999999999999999999",
          "123456789012345678901234567890");
  private static final List<String> ZEROS = List.of("0", "0", "00", "-0", "0.0", "1", "12");
  private static final List<String> FRACTIONS =
      List.of(
          ".0",
          ".5",
          ".25",
          ".001",
          ".000000001",
          ".0000000001",
          ".999999999",
          ".9999999999",
          ".",
          ".5.5",
          ".1e3");
  private static final List<String> GO =
      List.of(
          "1s",
          "6m0s",
          "2m59.56s",
          "1h2m3s",
          "120ms",
          "7.66s",
          "1d2h",
          "5us",
          "5\u00B5s",
          "9ns",
          "0s",
          "1h",
          "m5s",
          "1.5h",
          "99999999999999999999h",
          "2562047788015h",
          "1ms1s",
          "99999999999999999999us",
          "9223372036854775807ns1s");
  private static final List<String> LISTS =
      List.of(
          "\"default\";r=0;t=30",
          "\"burst\";r=0;t=10, \"daily\";r=0;t=3600",
          "\"api\";r=12;t=55",
          "limit=100, remaining=0, reset=17",
          "\"a,b;r=9\";r=0;t=12;pk=:cHs=:",
          "tok;r=0;t=5",
          "60:transaction:key, 2700:default;error;security:organization",
          "60::organization",
          "2.5:error:org:reason:ns",
          "60",
          "20;w=21600");
  private static final List<String> GARBAGE =
      List.of(
          "",
          " ",
          "soon",
          "nan",
          "Infinity",
          "0x10",
          "1e9",
          "+5",
          "-5",
          "-1",
          "\u0665",
          "\u00B2",
          "\uFF13",
          "true",
          ",",
          ";",
          ":",
          "\"",
          "\\",
          "null",
          "Thu,",
          "GMT");
  private static final String FAULTS =
      "0123456789 \t,;:-+.TZz\"\\=rteGMs\u0131\u212A\u0660\n\u0000";
  private static final String[] DATES = {
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss yyyy"
  };
  private static final String[] ISO_TIMES = {
    "uuuu-MM-dd'T'HH:mm'Z'",
    "uuuu-MM-dd'T'HH:mm:ss'Z'",
    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'",
    "uuuu-MM-dd'T'HH:mm:ss'+05:30'",
    "uuuu-MM-dd'T'HH:mm'-18'"
  };
  private static final DateTimeFormatter[] FORMATTERS = formatters();

  private static final Instant LEAP_DAY = Instant.parse("2024-02-29T12:00:00Z");
  private static final Instant CENTURY_HALF = Instant.parse("2049-12-31T23:59:59.999999999Z");

  private final SplittableRandom random;
  private Instant now = Instant.EPOCH;
  private int values;

  RandomHeads(long seed) {
    this.random = new SplittableRandom(seed);
  }

  private static DateTimeFormatter[] formatters() {
    List<DateTimeFormatter> all = new ArrayList<>();
    for (String pattern : DATES) {
      all.add(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
    }
    for (String pattern : ISO_TIMES) {
      all.add(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }
    return all.toArray(DateTimeFormatter[]::new);
  }

  /** A time at which the next response arrives: mostly this century, sometimes a leap day. */
  Instant nextNow() {
    now =
        switch (random.nextInt(8)) {
          case 0 -> LEAP_DAY;
          case 1 -> CENTURY_HALF;
          case 2 -> Instant.ofEpochSecond(random.nextLong(0, 253_402_300_800L));
          default ->
              Instant.ofEpochSecond(
                  random.nextLong(1_500_000_000L, 4_000_000_000L), random.nextInt(1_000_000_000));
        };
    return now;
  }

  /** How many field values there were in all responses so far. */
  int values() {
    return values;
  }

  /** A response with some of these fields, and now and then the server's own clock. */
  ResponseHead nextHead(List<String> fields) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (String field : fields) {
      int lines = random.nextInt(10);
      if (lines > 1) {
        headers.put(field, lines < 8 ? List.of(nextFor(field)) : repeated(field, lines - 6));
      }
    }
    if (random.nextInt(4) == 0) {
      headers.put("Date", List.of(mutated(date(random.nextInt(3)))));
      headers.put("Age", List.of(random.nextInt(3) == 0 ? nextValue() : "" + random.nextInt(99)));
    }
    return ResponseHead.of(STATUSES[random.nextInt(STATUSES.length)], headers);
  }

  private List<String> repeated(String field, int lines) {
    String first = nextFor(field);
    List<String> values = new ArrayList<>(List.of(first));
    while (values.size() < lines) {
      values.add(random.nextBoolean() ? first + " " : nextFor(field));
    }
    return values;
  }

  private String nextFor(String field) {
    values++;
    // Left alone, most values would not fit their field, and most readers would find nothing.
    if (random.nextInt(3) == 0) {
      return nextValue();
    }
    if (field.contains("remaining")) {
      return "0";
    }
    return field.equals("ratelimit") ? mutated(rateLimit()) : nextValue();
  }

  private String rateLimit() {
    if (random.nextInt(4) == 0) {
      return "limit=9, remaining=%s, reset=%s".formatted(pick(ZEROS), pick(NUMBERS));
    }
    String limit = "\"a,;b\";r=%s;t=%s".formatted(pick(ZEROS), pick(NUMBERS));
    return random.nextInt(3) == 0 ? limit + " , " + rateLimit() : limit;
  }

  /** One field value. */
  String nextValue() {
    String value =
        switch (random.nextInt(12)) {
          case 0, 1 -> pick(NUMBERS);
          case 2 -> pick(NUMBERS) + pick(FRACTIONS);
          case 3 -> "" + (now.getEpochSecond() + random.nextInt(-100, 1000));
          case 4 -> "" + (now.toEpochMilli() + random.nextInt(-100_000, 1_000_000));
          case 5, 6, 7 -> date(random.nextInt(FORMATTERS.length));
          case 8 -> pick(GO);
          case 9 -> pick(LISTS);
          case 10 -> pick(GARBAGE);
          default -> nextValue() + (random.nextBoolean() ? ", " : ",") + nextValue();
        };
    return mutated(value);
  }

  private String pick(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private String date(int form) {
    long distance =
        switch (random.nextInt(4)) {
          case 0 -> random.nextLong(-120, 4000);
          case 1 -> random.nextLong(-200_000_000, 200_000_000);
          case 2 -> 50L * 31_556_952 + random.nextLong(-100_000, 100_000);
          default -> -50L * 31_556_952 + random.nextLong(-100_000, 100_000);
        };
    long second = Math.max(-62_167_219_200L, now.getEpochSecond() + distance);
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    return FORMATTERS[form].format(time.getYear() > 9999 ? time.withYear(9999) : time);
  }

  private String mutated(String value) {
    return switch (random.nextInt(10)) {
      case 0 -> withFault(value);
      case 1 -> withFault(withFault(value));
      case 2 -> " " + value + "\t";
      case 3 ->
          random.nextBoolean() ? value.toLowerCase(Locale.ROOT) : value.toUpperCase(Locale.ROOT);
      default -> value;
    };
  }

  private String withFault(String value) {
    int at = random.nextInt(value.length() + 1);
    String fault = String.valueOf(FAULTS.charAt(random.nextInt(FAULTS.length())));
    int end = Math.min(value.length(), at + 1);
    return switch (random.nextInt(3)) {
      case 0 -> value.substring(0, at) + fault + value.substring(at);
      case 1 -> value.substring(0, at) + value.substring(end);
      default -> value.substring(0, at) + fault + value.substring(end);
    };
  }
}
