package dev.heed.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.HttpConfig;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The client of its own, on real sockets. */
@Tag("D8")
class SegmentLoopbackTest {

  @Test
  void eventsArriveOverARedirectAndAFailure() throws Exception {
    try (StubServer server = StubServer.start();
        StubServer other = StubServer.start()) {
      server.on(
          Route.post("/v1/batch"),
          Reply.status(503),
          Reply.status(308).header("Location", other.uri("/moved").toString()));
      other.on(Route.post("/moved"), Reply.json("{\"success\":true}"));
      SegmentClient client =
          SegmentClient.builder("key")
              .host(server.uri())
              .httpConfig(
                  HttpConfig.builder()
                      .backoff(b -> b.baseBackoffInterval(Duration.ofMillis(100)))
                      .build())
              .open();
      client.offer(SegmentEvent.track(Identity.user("7"), "e"));
      assertThat(client.flush(Duration.ofSeconds(20)).delivered()).isEqualTo(1);
      assertThat(client.close(Duration.ofSeconds(5)).pending()).isZero();
      assertThat(server.request(2).header("Authorization")).contains("Basic a2V5Og==");
      assertThat(server.request(2).header("X-Retry-Count")).contains("1");
      assertThat(other.request(1).header("Authorization")).isEmpty();
      assertThat(other.request(1).text()).contains("\"writeKey\":\"key\"");
    }
  }
}
