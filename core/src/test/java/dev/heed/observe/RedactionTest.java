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
}
