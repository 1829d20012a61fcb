package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.retry.CallOptions;
import dev.heed.retry.Jitter;
import dev.heed.retry.Reply;
import dev.heed.retry.Sent;
import dev.heed.retry.Step;
import dev.heed.retry.StubExchange;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C5")
final class StagesTest {

  private final VirtualTime time = new VirtualTime();
  private final Heed.Builder plan =
      Heed.builder("test").time(time).retry(r -> r.jitter(Jitter.NONE));
  private StubExchange exchange =
      new StubExchange(time, Step.reply(503), Step.reply(503), Step.reply(200));

  private List<List<String>> sent(String header) throws Exception {
    Reply reply = plan.build().engine().run(exchange, CallOptions.none());
    assertThat(reply.status()).isEqualTo(200);
    return exchange.sends().stream().map(sent -> sent.values(header)).toList();
  }

  @Test
  void theNumberOfRetriesIsAbsentOnTheFirstSend() throws Exception {
    plan.perAttempt(Stages.attemptNumber("X-Retry-Count"));

    assertThat(sent("X-Retry-Count")).containsExactly(List.of(), List.of("1"), List.of("2"));
  }

  @Test
  void theCallersOwnIdsAreKept() throws Exception {
    exchange.header("x-request-id", "mine").header("IDEMPOTENCY-KEY", "key");
    plan.perCall(Stages.correlationId("X-Request-Id")).perCall(Stages.idempotencyKey());

    assertThat(sent("X-Request-Id")).containsOnly(List.of("mine"));
    assertThat(exchange.sends()).allMatch(sent -> sent.values("Idempotency-Key").contains("key"));
  }

  @Test
  void eachCallHasIdsOfItsOwn() throws Exception {
    plan.perCall(Stages.correlationId("X-Request-Id"));
    HashSet<String> ids = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      exchange = new StubExchange(time, Step.reply(200));
      ids.add(sent("X-Request-Id").get(0).get(0));
    }

    assertThat(ids).hasSize(50).allMatch(id -> id.matches("[0-9a-f-]{36}"));
  }

  @Test
  void aTokenMayComeLater() throws Exception {
    plan.perAttempt(Stages.bearerLater(() -> CompletableFuture.completedFuture("T")));

    assertThat(sent("Authorization")).containsOnly(List.of("Bearer T"));
  }

  @Test
  void aTokenThatIsMissingFailsTheCallUnderTheNameOfItsStage() {
    plan.perAttempt(Stages.bearerLater(() -> null));

    assertThatThrownBy(() -> sent("Authorization")).isInstanceOf(NullPointerException.class);
    assertThat(exchange.sends()).isEmpty();
  }

  @Test
  void eachAttemptHasASpanOfItsOwnInOneTrace() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    time.draws(random::nextDouble);
    plan.perAttempt(Stages.traceParent());

    List<String> headers = sent("traceparent").stream().map(values -> values.get(0)).toList();

    assertThat(headers).allMatch(value -> value.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01"));
    assertThat(headers.stream().map(value -> value.substring(0, 36)).distinct()).hasSize(1);
    assertThat(headers.stream().distinct()).hasSize(3);
  }

  @Test
  void theCallersTraceAndFlagsAreKept() throws Exception {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-";
    exchange.header("Traceparent", trace + "b7ad6b7169203331-00");
    plan.perAttempt(Stages.traceParent());

    assertThat(sent("traceparent"))
        .allMatch(values -> values.size() == 1)
        .allMatch(values -> values.get(0).startsWith(trace))
        .allMatch(values -> values.get(0).endsWith("-00"))
        .noneMatch(values -> values.get(0).contains("b7ad6b7169203331"));
  }

  @Test
  void aTraceOfAnotherVersionIsLeftAsItIs() throws Exception {
    for (String odd :
        new String[] {"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", "x"}) {
      exchange = new StubExchange(time, Step.reply(200)).header("traceparent", odd);
      plan.perAttempt(Stages.traceParent());

      assertThat(sent("traceparent")).containsExactly(List.of(odd));
    }
  }

  @Test
  void aSpanIsNeverAllZero() throws Exception {
    time.draws(0);
    plan.perAttempt(Stages.traceParent());

    assertThat(sent("traceparent").get(0))
        .containsExactly("00-00000000000000010000000000000001-0000000000000001-01");
  }

  @Test
  @Tag("C3")
  void stagesHaveNamesForPeople() {
    assertThat(
            List.of(
                Stages.idempotencyKey(),
                Stages.deduplicatedByServer(),
                Stages.correlationId("X-Id"),
                Stages.bearer(() -> ""),
                Stages.signer(request -> {}),
                Stages.attemptNumber("X-N"),
                Stages.traceParent()))
        .extracting(Stage::name)
        .containsExactly(
            "idempotency key",
            "idempotency key (the server deduplicates)",
            "correlation id (X-Id)",
            "bearer token",
            "request signer",
            "attempt number (X-N)",
            "traceparent");
  }

  @Test
  void whatAStageNeedsIsCheckedAtOnce() {
    assertThatThrownBy(() -> Stages.correlationId(null)).hasMessage("header");
    assertThatThrownBy(() -> Stages.attemptNumber(null)).hasMessage("header");
    assertThatThrownBy(() -> Stages.signer(null)).hasMessage("signer");
    assertThatThrownBy(() -> Stages.bearerLater(null)).hasMessage("tokens");
    assertThatThrownBy(() -> Stages.bearer(null)).hasMessage("tokens");
    assertThatThrownBy(() -> Stage.of(null, request -> {})).hasMessage("name");
    assertThatThrownBy(() -> Stage.of("x", null)).hasMessage("edit");
  }

  @Test
  void theNumberOfAttemptsIsTheCallersOwnBusinessWhereNoStageAsks() throws Exception {
    assertThat(sent("X-Retry-Count")).containsOnly(List.of());
    assertThat(exchange.sends()).extracting(Sent::number).containsExactly(1, 2, 3);
  }
}
