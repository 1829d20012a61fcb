package dev.heed.segment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a builder refuses, and in which words. */
@Tag("D8")
class SegmentClientBuilderTest {

  private static final String START = "the Segment client cannot be opened: ";

  private static void refused(SegmentClientBuilder builder, String message) {
    assertThatThrownBy(builder::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static void refused(Consumer<SegmentClientBuilder> settings, String what) {
    SegmentClientBuilder builder = SegmentClient.builder("key");
    settings.accept(builder);
    refused(builder, START + what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a:b", "é", "a\n"})
  void aKeyThatIsNoUserNameIsRefused(String key) {
    refused(
        SegmentClient.builder(key),
        START + "the write key must be 1 to 1,000 characters of ASCII without blanks and colons");
  }

  @Test
  void addressesMustBeWholeAndWithoutCredentials() {
    refused(
        builder -> builder.host(URI.create("api.example")),
        "the host must be absolute, with http or https and a host name: api.example");
    refused(
        builder -> builder.host(URI.create("https://user@api.example")),
        "the host must have neither credentials nor a query nor a fragment");
    refused(
        builder -> builder.fetchSettings(URI.create("https://cdn.example?x")),
        "the host of the settings must have neither credentials nor a query nor a fragment");
    refused(
        builder -> builder.path("batch"),
        "the path must begin with a slash and be one of an address: batch");
  }

  @Test
  void nothingMayBeLargerThanTheServiceTakes() {
    refused(
        builder -> builder.queue(queue -> queue.maxEventBytes(32_769)),
        "maxEventBytes must be at most 32768, which is what the service takes: 32769");
    refused(
        builder -> builder.queue(queue -> queue.maxBatchBytes(499_937)),
        "maxBatchBytes must be at most 499936, so that a body has 500000 at most: 499937");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    refused(
        SegmentClient.builder("").path("x").queue(queue -> queue.maxBatchEvents(0)),
        START
            + "the write key must be 1 to 1,000 characters of ASCII without blanks and colons; the"
            + " path must begin with a slash and be one of an address: x; maxBatchEvents must be"
            + " positive: 0");
  }

  @Test
  void aClientThatFollowsRedirectsByItselfIsRefused() {
    HttpClient follows =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    assertThatThrownBy(() -> SegmentClient.builder("key").client(follows).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the client follows redirects, so that events could be lost");
  }
}
