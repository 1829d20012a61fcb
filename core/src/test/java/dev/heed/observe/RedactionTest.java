package dev.heed.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("C6")
final class RedactionTest {

  @ParameterizedTest
  @CsvSource({
    "https://a.example/v1/x,                 https://a.example/v1/x",
    "https://a.example:8443/v1,              https://a.example:8443/v1",
    "https://user:secret@a.example/v1,       https://a.example/v1",
    "https://a.example/v1?key=secret,        https://a.example/v1?...",
    "https://a.example/v1?key=secret#secret, https://a.example/v1?...",
    "https://a.example/v1#secret,            https://a.example/v1",
    "https://a.example?secret,               https://a.example?...",
    "https://a.example,                      https://a.example",
    "https://a.example/a%2Fb,                https://a.example/a%2Fb",
    "http://[::1]:80/x,                      http://[::1]:80/x",
    "/only/a/path?secret,                    /only/a/path?...",
    "mailto:secret@a.example,                mailto://"
  })
  void onlyThePlaceIsShown(String uri, String place) {
    assertThat(Redaction.place(URI.create(uri))).isEqualTo(place);
  }

  @Test
  void aHostThatIsNoHostNameShowsNothingOfIt() {
    assertThat(Redaction.place(URI.create("https://user:secret@a_b:99x/p")))
        .isEqualTo("https:///p");
  }

  @ParameterizedTest
  @CsvSource({
    "0,             0 ms",
    "1000,          0.00 ms",
    "1500000,       1.50 ms",
    "9999999,       10.00 ms",
    "10000000,      10 ms",
    "999999999,     999 ms",
    "1000000000,    1.000 s",
    "61234567890,   61.235 s"
  })
  void timesAreWrittenForAReader(long nanos, String text) {
    assertThat(Durations.text(nanos)).isEqualTo(text);
  }
}
