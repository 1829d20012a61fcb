package dev.heed.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("H2")
class HttpDatesTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant EXAMPLE = Instant.parse("1994-11-06T08:49:37Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt",
        "SUNDAY, 06-NOV-94 08:49:37 GMT",
        "sUN nOV  6 08:49:37 1994"
      })
  void threeFormsInAnyLetterCase(String text) {
    assertThat(HttpDates.parse(text, NOW)).contains(EXAMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Sun",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37 GMT ",
        " Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun,  6 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 19940 8:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:60 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 29 Feb 1900 08:49:37 GMT",
        "Sun, 29 Feb 2023 08:49:37 GMT",
        "Sun, 06 Nox 1994 08:49:37 GMT",
        "Sux, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994T08:49:37 GMT",
        "Sun, 06 Nov 1994 08-49-37 GMT",
        "Fr\u0131, 06 Nov 1994 08:49:37 GMT",
        "\u017Fun, 06 Nov 1994 08:49:37 GMT",
        "Sun, \u0660\u0666 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunny, 06-Nov-94 08:49:37 GMT",
        "Mon-day, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06 Nov 94 08:49:37 GMT",
        "Sunday, 31-Nov-94 08:49:37 GMT",
        "Frid\u0131y, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Sun Nov  0 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT",
        "1994-11-06T08:49:37Z",
        "Sun Nov  6 08:49:37 GMT 1994"
      })
  void anythingElseIsMalformed(String text) {
    assertThat(HttpDates.epochSecond(text, NOW)).isEqualTo(HttpDates.MALFORMED);
    assertThat(HttpDates.parse(text, NOW)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"})
  void weekdayIsNotComparedWithTheDate(String weekday) {
    assertThat(HttpDates.parse(weekday + ", 06 Nov 1994 08:49:37 GMT", NOW)).contains(EXAMPLE);
    assertThat(HttpDates.parse(weekday + " Nov  6 08:49:37 1994", NOW)).contains(EXAMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "wEDNESDAY"
      })
  void fullWeekdayNamesAreKnown(String weekday) {
    assertThat(HttpDates.parse(weekday + ", 06-Nov-94 08:49:37 GMT", NOW)).contains(EXAMPLE);
  }

  @ParameterizedTest
  @CsvSource({
    "'Sat, 01 Jan 0000 00:00:00 GMT', -62167219200",
    "'Thu, 01 Jan 1970 00:00:00 GMT', 0",
    "'Wed, 31 Dec 1969 23:59:59 GMT', -1",
    "'Tue, 29 Feb 2000 12:00:00 GMT', 951825600",
    "'Tue, 19 Jan 2038 03:14:08 GMT', 2147483648",
    "'Fri, 31 Dec 9999 23:59:59 GMT', 253402300799"
  })
  void wholeRangeOfYears(String text, long second) {
    assertThat(HttpDates.epochSecond(text, NOW)).isEqualTo(second);
  }

  @ParameterizedTest
  @CsvSource({
    // The last second within fifty years, and the first beyond: a century apart.
    "2026-08-08T00:00:00Z, 'Saturday, 08-Aug-76 00:00:00 GMT', 2076-08-08T00:00:00Z",
    "2026-08-08T00:00:00Z, 'Saturday, 08-Aug-76 00:00:01 GMT', 1976-08-08T00:00:01Z",
    "2026-08-08T00:00:00Z, 'Monday, 15-Jun-76 08:49:37 GMT', 2076-06-15T08:49:37Z",
    "2026-08-08T00:00:00Z, 'Friday, 31-Dec-76 00:00:00 GMT', 1976-12-31T00:00:00Z",
    "2026-08-08T00:00:00Z, 'Friday, 31-Dec-77 00:00:00 GMT', 1977-12-31T00:00:00Z",
    "2020-01-01T00:00:00Z, 'Monday, 15-Jun-76 08:49:37 GMT', 1976-06-15T08:49:37Z",
    "2080-01-01T00:00:00Z, 'Monday, 15-Jun-05 08:49:37 GMT', 2105-06-15T08:49:37Z",
    "1999-12-31T23:59:59Z, 'Saturday, 01-Jan-00 00:00:00 GMT', 2000-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z, 'Sunday, 21-Jun-26 07:28:00 GMT', 1926-06-21T07:28:00Z",
    // Leap day: 2000 has one and 1900 has none.
    "2026-01-01T00:00:00Z, 'Tuesday, 29-Feb-00 00:00:00 GMT', 2000-02-29T00:00:00Z"
  })
  void shortYearIsAtMostFiftyYearsAhead(Instant now, String text, Instant expected) {
    assertThat(HttpDates.parse(text, now)).contains(expected);
  }

  @Test
  void everySecondOfTheRangeIsReadAsWritten() {
    SplittableRandom random = new SplittableRandom(9110);
    List<DateTimeFormatter> forms =
        List.of(
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH));
    for (int i = 0; i < 100_000; i++) {
      long second = random.nextLong(-62_167_219_200L, 253_402_300_800L);
      LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
      String text = forms.get(i & 1).format(time);
      if (HttpDates.epochSecond(text, NOW) != second) {
        assertThat(HttpDates.parse(text, NOW)).as(text).contains(Instant.ofEpochSecond(second));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ar-EG-u-nu-arab, Africa/Cairo",
    "th-TH-u-ca-buddhist-nu-thai, Asia/Bangkok",
    "tr-TR, Europe/Istanbul"
  })
  void localeAndZoneOfTheMachineDoNotMatter(String locale, String zone) {
    Locale localeBefore = Locale.getDefault();
    TimeZone zoneBefore = TimeZone.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      Optional<Instant> date = HttpDates.parse("FRIDAY, 18-JUL-25 12:00:00 GMT", NOW);
      assertThat(date).contains(Instant.parse("2025-07-18T12:00:00Z"));
    } finally {
      Locale.setDefault(localeBefore);
      TimeZone.setDefault(zoneBefore);
    }
  }
}
