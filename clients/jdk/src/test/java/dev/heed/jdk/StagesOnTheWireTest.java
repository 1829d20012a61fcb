package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.post;
import static dev.heed.jdk.Clients.repeatable;
import static dev.heed.jdk.Clients.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.stage.Stage;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stages have set, as a server receives it. */
class StagesOnTheWireTest {

  private static List<String> all(WireServer server, String field) {
    return server.seen().stream().flatMap(seen -> seen.values(field).stream()).toList();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C5")
  @Tag("R3")
  void keyOfACallIsTheSameOnEachAttemptAndAnotherOnTheNextCall(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.perCall(Stages.deduplicatedByServer()));
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("paid"))) {
      mode.text(client, post(server, "pay"));
      mode.text(client, post(server, "pay"));
      List<String> keys = all(server, "Idempotency-Key");
      assertThat(keys).hasSize(4);
      assertThat(keys.subList(0, 3)).containsOnly(keys.get(0));
      assertThat(keys.get(3)).isNotEqualTo(keys.get(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C5")
  @Tag("R3")
  void keyOfTheCallerIsKeptAndMakesAPostRepeatable(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.perCall(Stages.idempotencyKey()));
    try (var server = WireServer.replying(Reply.reset(), Reply.ok("paid"))) {
      HttpRequest own =
          HttpRequest.newBuilder(server.uri())
              .header("Idempotency-Key", "mine")
              .POST(BodyPublishers.ofString("pay"))
              .build();
      mode.text(client, own);
      assertThat(all(server, "Idempotency-Key")).containsExactly("mine", "mine");
      assertThat(server.bodies()).containsExactly("pay", "pay");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C5")
  void signerSeesTheBytesThatAreSentAndSignsAfterEachWait(Mode mode) throws Exception {
    Queue<Long> signedAt = new ConcurrentLinkedQueue<>();
    Stage signer =
        Stages.signer(
            attempt -> {
              signedAt.add(System.nanoTime());
              attempt.setHeader("X-Body", new String(attempt.body().orElseThrow(), UTF_8));
            });
    Reply later = Reply.of(503, "", "Retry-After: 0.2");
    try (var server = WireServer.replying(later, Reply.ok("good"))) {
      ByteArrayInputStream once = new ByteArrayInputStream("signed".getBytes(UTF_8));
      HttpRequest put = request(server, "PUT", BodyPublishers.ofInputStream(() -> once));
      mode.text(heed(plan -> plan.perAttempt(signer)), repeatable(put));
      assertThat(all(server, "X-Body")).containsExactly("signed", "signed");
      assertThat(server.bodies()).containsExactly("signed", "signed");
      long second = signedAt.stream().skip(1).findFirst().orElseThrow();
      assertThat(second - server.seen(1).answeredAt()).isGreaterThan(200_000_000L);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void observerOfABodyThatIsStreamedFindsNoneAndReadsNone(Mode mode) throws Exception {
    Queue<Boolean> present = new ConcurrentLinkedQueue<>();
    Stage observer = Stage.of("observer", attempt -> present.add(attempt.body().isPresent()));
    try (var server = WireServer.replying(Reply.ok("good"))) {
      ByteArrayInputStream once = new ByteArrayInputStream("streamed".getBytes(UTF_8));
      HttpRequest put = request(server, "PUT", BodyPublishers.ofInputStream(() -> once));
      mode.text(heed(plan -> plan.perAttempt(observer)), put);
      assertThat(server.bodies()).containsExactly("streamed");
    }
    assertThat(present).containsExactly(false);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C5")
  void attemptsAreNumberedFromTheSecondOn(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.perAttempt(Stages.attemptNumber("X-Retry-Count")));
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      mode.text(client, get(server));
      assertThat(server.seen(1).has("X-Retry-Count")).isFalse();
      assertThat(all(server, "X-Retry-Count")).containsExactly("1", "2");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R9")
  void refusedTokenIsRefreshedOnceAndThePostSentAgain(Mode mode) throws Exception {
    AtomicReference<String> token = new AtomicReference<>("T1");
    HttpClient client =
        heed(
            plan ->
                plan.perAttempt(Stages.bearer(token::get))
                    .reauthenticate(head -> CompletableFuture.runAsync(() -> token.set("T2"))));
    try (var server = WireServer.replying(Reply.of(401, "old"), Reply.ok("stored"))) {
      HttpResponse<String> response = mode.text(client, post(server, "once"));
      assertThat(response.body()).isEqualTo("stored");
      assertThat(all(server, "Authorization")).containsExactly("Bearer T1", "Bearer T2");
      assertThat(server.bodies()).containsExactly("once", "once");
    }
  }

  private static Stage answering(int status) {
    return Stage.of(
        "cache",
        attempt ->
            attempt.answer(status, Map.of("X-Cache", List.of("hit")), "kept".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C7")
  void answerOfAStageIsReadByTheCallersHandler(Mode mode) throws Exception {
    HttpClient client = heed(plan -> plan.perCall(answering(200)));
    try (var server = WireServer.replying(Reply.ok("fresh"))) {
      HttpResponse<String> response = mode.text(client, get(server));
      assertThat(response.body()).isEqualTo("kept");
      assertThat(response.headers().firstValue("x-cache")).hasValue("hit");
      assertThat(response.uri()).isEqualTo(server.uri());
      assertThat(mode.call(client, get(server), BodyHandlers.ofInputStream()).body())
          .hasContent("kept");
      assertThat(mode.call(client, get(server), BodyHandlers.ofLines()).body())
          .containsExactly("kept");
      assertThat(server.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C7")
  @Tag("O2")
  void answerOfAnAttemptStageIsDecidedOnLikeAnyOther(Mode mode) throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Stage once =
        request -> runs.incrementAndGet() == 1 ? answering(503).prepare(request) : Stage.done();
    AtomicInteger applied = new AtomicInteger();
    BodyHandler<String> counting =
        info -> {
          applied.incrementAndGet();
          return BodyHandlers.ofString().apply(info);
        };
    try (var server = WireServer.replying(Reply.ok("fresh"))) {
      HttpClient client = heed(plan -> plan.perAttempt(once));
      HttpResponse<String> response = mode.call(client, get(server), counting);
      assertThat(response.body()).isEqualTo("fresh");
      CallReport report = CallReport.of(response);
      assertThat(report.attempts()).hasSize(2);
      assertThat(report.sends()).as("the stage answered the other attempt").isEqualTo(1);
    }
    assertThat(applied).hasValue(1);
  }
}
