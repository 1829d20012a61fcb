package dev.heed.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Wire;
import dev.heed.conformance.wire.WireProtocol;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hedged calls of the JDK's client against a real server. */
@Timeout(60)
final class HedgeOnTheWireTest {

  private static final Duration SOON = Duration.ofMillis(50);

  private static HttpClient client(UnaryOperator<Heed.Builder> settings) {
    Heed.Builder plan = Heed.builder("hedged").reports(true).hedge(h -> h.delay(SOON));
    return Clients.heed(settings.apply(plan).build());
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    return client
        .sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .get(30, TimeUnit.SECONDS);
  }

  @Test
  @Tag("Z2")
  void theConnectionOfALoserIsCut() throws Exception {
    try (var server = WireServer.replying(Reply.stall(), Reply.ok("good"))) {
      HttpResponse<String> response = get(client(plan -> plan), server.uri());

      assertThat(response.body()).isEqualTo("good");
      server.awaitCancelled(1);
      assertThat(CallReport.of(response).hedges()).isOne();
    }
  }

  @Test
  @Tag("Z2")
  void aBlockingCallIsHedgedToo() throws Exception {
    try (var server = WireServer.replying(Reply.stall(), Reply.ok("good"))) {
      HttpResponse<String> response =
          client(plan -> plan).send(Clients.get(server), BodyHandlers.ofString());

      assertThat(response.body()).isEqualTo("good");
      server.awaitCancelled(1);
    }
  }

  @Test
  @Tag("Z2")
  void onHttp2TheStreamOfALoserIsResetAndTheConnectionStays() throws Exception {
    try (var server =
        WireServer.speaking(
            WireProtocol.HTTP_2, Reply.ok("first"), Reply.stall(), Reply.ok("good"))) {
      HttpClient client =
          HeedHttpClient.newBuilder(Heed.builder("hedged").hedge(h -> h.delay(SOON)).build())
              .version(HttpClient.Version.HTTP_2)
              .build();
      // The first request makes the connection, and is sent once however long that takes.
      client.send(
          HeedRequest.from(Clients.get(server)).maxRetries(0).build(), BodyHandlers.ofString());

      HttpResponse<String> response = get(client, server.uri());

      assertThat(response.body()).isEqualTo("good");
      server.awaitCancelled(2);
      assertThat(server.connections()).isOne();
    }
  }

  @Test
  @Tag("Z3")
  void aHandledResponseIsReplacedByTheNextAttempt() throws Exception {
    try (var server = WireServer.replying(Reply.busy("0"), Reply.ok("good"))) {
      HttpClient client = client(plan -> plan.hedge(h -> h.delay(Duration.ofSeconds(-1))));

      assertThat(get(client, server.uri()).body()).isEqualTo("good");
      assertThat(server.seen()).hasSize(2);
    }
  }

  @Test
  @Tag("Z5")
  void eachAttemptGoesToItsEndpointWithItsHostAndTheRawPath() throws Exception {
    try (var slow = WireServer.replying(Reply.stall());
        var quick = WireServer.replying(Reply.ok("good"))) {
      Endpoints endpoints =
          Endpoints.ordered(EndpointGroup.of(slow.uri("/eu")), EndpointGroup.of(quick.uri("/us/")));
      HttpClient client = client(plan -> plan.hedge(h -> h.endpoints(endpoints)));

      HttpResponse<String> response =
          get(client, URI.create("http://api.example.com/a%2Fb?q=%20c"));

      assertThat(response.body()).isEqualTo("good");
      slow.awaitCancelled(1);
      assertThat(slow.seen(1).target()).isEqualTo("/eu/a%2Fb?q=%20c");
      assertThat(quick.seen(1).target()).isEqualTo("/us/a%2Fb?q=%20c");
      assertThat(quick.seen(1).values("Host")).containsExactly(quick.uri().getAuthority());
      assertThat(response.uri().getPort()).isEqualTo(quick.port());
    }
  }

  @Test
  @Tag("Z2")
  @Tag("O4")
  void aCancelOfTheCallCutsAllItsAttempts() throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      CompletableFuture<HttpResponse<String>> call =
          client(plan -> plan).sendAsync(Clients.get(server), BodyHandlers.ofString());
      server.awaitSeen(2);

      call.cancel(true);

      server.awaitCancelled(1);
      server.awaitCancelled(2);
      assertThat(call).isCompletedExceptionally();
      assertThat(call.handle((r, e) -> e).get()).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  @Tag("Z2")
  @Tag("W7")
  void anInterruptOfABlockingCallCutsAllItsAttempts() throws Exception {
    try (var server = WireServer.replying(Reply.stall())) {
      HttpClient client = client(plan -> plan);
      CompletableFuture<String> ended = new CompletableFuture<>();
      Thread caller =
          new Thread(
              () -> {
                try {
                  client.send(Clients.get(server), BodyHandlers.ofString());
                } catch (Exception e) {
                  ended.complete(e.getClass().getSimpleName() + Thread.interrupted());
                }
              });
      caller.start();
      server.awaitSeen(2);

      caller.interrupt();

      assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo("InterruptedExceptiontrue");
      server.awaitCancelled(1);
      server.awaitCancelled(2);
    }
  }

  @Test
  @Tag("Z2")
  void manyHedgedCallsLeaveNoConnectionOpenThatNobodyUses() throws Exception {
    try (var server =
        WireServer.replying(
            wire -> {
              if (wire.request().target().startsWith("/slow") && isFirstAttempt(wire)) {
                wire.readBody().awaitGone();
              } else {
                wire.readBody().head(200, "Content-Length: 4").body("good").end();
              }
            })) {
      HttpClient client = client(plan -> plan.perAttempt(Stages.attemptNumber("X-Try")));
      for (int i = 0; i < 20; i++) {
        assertThat(get(client, server.uri("/slow")).body()).isEqualTo("good");
      }

      server.awaitOpen(1);
    }
  }

  /** The first attempt carries no number. */
  private static boolean isFirstAttempt(Wire wire) {
    return !wire.request().has("X-Try");
  }
}
