package dev.heed.testing.junit;

import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Run by {@link JUnit5Test} on the JUnit of its choice: one test passes and one fails. */
@ExtendWith(HeedExtension.class)
final class OnAnotherJUnit {

  private static final HttpRequest REQUEST =
      HttpRequest.newBuilder(URI.create("https://api.example.com/orders/7")).build();

  @BeforeEach
  void prepare(StubHttpClient stub) {
    stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));
  }

  @Test
  void passes(StubHttpClient stub, VirtualTime time) throws Exception {
    String body = stub.client().send(REQUEST, BodyHandlers.ofString()).body();

    Assertions.assertEquals("ok", body);
    Assertions.assertEquals(Duration.ofSeconds(7), time.elapsed());
  }

  @Test
  void fails() {
    // The replies of the preparation are not asked for.
  }

  @AfterEach
  void look(VirtualTime time) {
    System.out.println("elapsed " + time.elapsed());
  }
}
