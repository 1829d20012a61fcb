package dev.heed.retry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heed.Stages;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageContractException;
import dev.heed.stage.StageRequest;
import dev.heed.stage.TransientStageException;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class RingsTest extends EngineFixture {

  private final List<String> log = new CopyOnWriteArrayList<>();

  @Test
  @Tag("C1")
  void theCallRingRunsOnceAndTheAttemptRingForEachSend() throws Exception {
    plan.perCall(TestStage.noting("call", log)).perAttempt(TestStage.noting("attempt", log));
    script(Step.reply(503), Step.failure(new IOException("reset")), Step.reply(200));

    call();

    assertThat(log)
        .containsExactly(
            "call 0",
            "attempt 1",
            "attempt 1 ended 503",
            "attempt 2",
            "attempt 2 ended IOException",
            "attempt 3",
            "attempt 3 ended 200",
            "call 0 ended 200");
  }

  @Test
  @Tag("C1")
  void theFirstRegisteredIsTheOutermost() throws Exception {
    plan.perCall(TestStage.noting("a", log)).perCall(TestStage.noting("b", log));
    plan.perAttempt(TestStage.noting("c", log)).perAttempt(TestStage.noting("d", log));

    call();

    assertThat(log)
        .containsExactly(
            "a 0",
            "b 0",
            "c 1",
            "d 1",
            "d 1 ended 200",
            "c 1 ended 200",
            "b 0 ended 200",
            "a 0 ended 200");
  }

  @Test
  @Tag("C1")
  void theCallRingSeesTheFinalFailure() {
    plan.perCall(TestStage.noting("call", log));
    script(Step.reply(503), Step.failure(new IllegalStateException("bug")));

    failure();

    assertThat(log).containsExactly("call 0", "call 0 ended IllegalStateException");
  }

  @Test
  @Tag("B1")
  void aHeaderSetPerAttemptHasOneValueOnEachAttempt() throws Exception {
    plan.perAttempt(
        Stage.of("x", request -> request.setHeader("X-Try", "try " + request.attempt())));
    script(Step.reply(503), Step.reply(503), Step.reply(200)).headers.put("x-try", List.of("own"));

    call();

    assertThat(exchange.sends)
        .extracting(sent -> sent.values("X-Try"))
        .containsExactly(List.of("try 1"), List.of("try 2"), List.of("try 3"));
  }

  @Test
  @Tag("B1")
  void anAttemptStartsFromWhatTheCallRingLeft() throws Exception {
    plan.perCall(Stage.of("call", request -> request.setHeader("X-Call", "1")));
    plan.perAttempt(
        Stage.of(
            "once",
            request -> {
              if (request.attempt() == 1) {
                request.removeHeader("X-Call");
                request.removeHeader("X-Own");
                request.setHeader("X-First", "1");
              }
            }));
    script(Step.reply(503), Step.reply(200)).headers.put("X-Own", List.of("own"));

    call();

    assertThat(exchange.sends.get(0).headers()).containsOnlyKeys("X-First");
    assertThat(exchange.sends.get(1).headers()).containsOnlyKeys("X-Call", "X-Own");
  }

  @Test
  @Tag("C5")
  void aStageSeesWhatEarlierStagesHaveSet() throws Exception {
    AtomicReference<Map<String, List<String>>> seen = new AtomicReference<>();
    plan.perCall(Stage.of("call", request -> request.setHeader("A", "1")));
    plan.perAttempt(Stage.of("outer", request -> request.setHeader("b", "2")));
    plan.perAttempt(Stage.of("inner", request -> seen.set(request.headers())));
    exchange.headers.put("B", List.of("own"));

    call();

    assertThat(seen.get()).containsEntry("A", List.of("1")).containsEntry("B", List.of("2"));
  }

  @Test
  @Tag("C5")
  void theSignerIsTheLastWhateverTheOrderOfRegistration() throws Exception {
    plan.perAttempt(Stages.signer(r -> r.setHeader("Signature", "of " + r.values("X-Last"))));
    plan.perAttempt(Stage.of("x", request -> request.setHeader("X-Last", "1")));

    call();

    assertThat(exchange.sends.get(0).values("Signature")).containsExactly("of [1]");
  }

  @Test
  @Tag("C5")
  void theSignatureIsMadeAfterTheWait() throws Exception {
    plan.perAttempt(Stages.signer(r -> r.setHeader("Date", r.time().now().toString())));
    script(Step.reply(503, "20"), Step.reply(200));

    call();

    assertThat(exchange.sends)
        .allSatisfy(
            sent ->
                assertThat(sent.values("Date"))
                    .containsExactly(VirtualTime.START.plus(sent.at()).toString()));
  }

  @Test
  @Tag("C5")
  void aSignerSeesTheBytesOfTheBody() throws Exception {
    plan.perAttempt(
        Stages.signer(r -> r.setHeader("Signed", new String(r.body().orElseThrow(), UTF_8))));
    exchange.body = "hello";

    call();

    assertThat(exchange.sends.get(0).values("Signed")).containsExactly("hello");
  }

  @Test
  @Tag("C5")
  void theTokenOfTheMomentIsSentOnEachAttempt() throws Exception {
    Iterator<String> tokens = List.of("T1", "T1", "T2").iterator();
    plan.perAttempt(Stages.bearer(tokens::next));
    script(Step.reply(503), Step.reply(503), Step.reply(200))
        .headers
        .put("authorization", List.of("Basic old"));

    call();

    assertThat(exchange.sends)
        .extracting(sent -> sent.values("Authorization"))
        .containsExactly(List.of("Bearer T1"), List.of("Bearer T1"), List.of("Bearer T2"));
  }

  @Test
  @Tag("C5")
  void idsOfTheCallAreTheSameOnEachAttempt() throws Exception {
    plan.perCall(Stages.correlationId("X-Request-Id")).perCall(Stages.idempotencyKey());
    script(Step.reply(503), Step.reply(200));

    call();

    for (String header : new String[] {"X-Request-Id", "Idempotency-Key"}) {
      assertThat(exchange.sends.get(0).values(header))
          .hasSize(1)
          .isEqualTo(exchange.sends.get(1).values(header));
    }
  }

  @Test
  @Tag("C7")
  void aStageMayAnswerInPlaceOfTheServer() throws Exception {
    plan.perAttempt(
        new TestStage(
            "cache",
            log,
            request -> {
              request.answer(203, Map.of("X-From", List.of("cache")), "stored".getBytes(UTF_8));
              return Stage.done();
            }));
    plan.perAttempt(TestStage.noting("inner", log));

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(203);
    assertThat(reply.body()).isEqualTo("stored");
    assertThat(reply.headers()).containsEntry("x-from", List.of("cache"));
    assertThat(exchange.sends).isEmpty();
    assertThat(log).containsExactly("cache 1", "cache 1 ended 203");
  }

  @Test
  @Tag("C7")
  void anAnswerOfTheAttemptRingIsDecidedOnLikeAnyOther() throws Exception {
    plan.perAttempt(
        Stage.of(
            "stub",
            request -> {
              if (request.attempt() == 1) {
                request.answer(503, Map.of("Retry-After", List.of("4")), new byte[0]);
              }
            }));

    assertThat(call().body()).isEqualTo("reply 1");
    assertThat(sentAt()).containsExactly(seconds(4));
  }

  @Test
  @Tag("C7")
  void anAnswerOfTheCallRingEndsTheCallWithoutAnAttempt() throws Exception {
    plan.perCall(
        Stage.of("cache", request -> request.answer(503, Map.of(), "down".getBytes(UTF_8))));
    plan.perCall(TestStage.noting("inner", log)).perAttempt(TestStage.noting("attempt", log));

    assertThat(call().status()).isEqualTo(503);
    assertThat(exchange.sends).isEmpty();
    assertThat(log).isEmpty();
  }

  @Test
  @Tag("C7")
  void aSecondAnswerNamesTheStage() {
    plan.perAttempt(
        Stage.of(
            "eager",
            request -> {
              request.answer(200, Map.of(), new byte[0]);
              request.answer(200, Map.of(), new byte[0]);
            }));

    assertThat(failure())
        .isInstanceOf(StageContractException.class)
        .hasMessage("stage eager answered twice");
  }

  @Test
  @Tag("C7")
  void anAnswerWithAnImpossibleStatusNamesTheStage() {
    for (int status : new int[] {199, 600, 0, -1}) {
      plan.perAttempt(Stage.of("odd", r -> r.answer(status, Map.of(), new byte[0])));

      assertThat(failure()).hasMessageStartingWith("stage odd answered with status ");
    }
  }

  @Test
  @Tag("C7")
  void nullFromAStageNamesIt() {
    for (boolean perCall : new boolean[] {false, true}) {
      TestStage broken = new TestStage("broken", request -> null);
      var unused = perCall ? plan.perCall(broken) : plan.perAttempt(broken);

      assertThat(failure())
          .isInstanceOf(StageContractException.class)
          .hasMessage("stage broken returned null from prepare: return Stage.done()");
      assertThat(exchange.sends).isEmpty();
    }
  }

  @Test
  @Tag("C7")
  void aLateEditIsRefusedWithTheNameOfTheStage() throws Exception {
    AtomicReference<StageRequest> kept = new AtomicReference<>();
    plan.perAttempt(Stage.of("late", kept::set));

    call();

    assertThatThrownBy(() -> kept.get().setHeader("X", "1"))
        .isInstanceOf(StageContractException.class)
        .hasMessage("stage late tried to set X after it had ended its preparation");
    assertThatThrownBy(() -> kept.get().removeHeader("X")).hasMessageContaining("remove X");
    assertThatThrownBy(() -> kept.get().answer(200, Map.of(), new byte[0]))
        .hasMessageContaining("tried to answer after");
    assertThatThrownBy(() -> kept.get().markIdempotent())
        .hasMessageContaining("tried to mark the call as idempotent after");
  }

  @Test
  @Tag("C7")
  void anEditWhileTheRequestIsOnTheWireIsRefused() throws Exception {
    for (Stage stage : List.of(Stage.of("x", r -> {}), readyFuture())) {
      AtomicReference<StageRequest> kept = new AtomicReference<>();
      List<Throwable> refusals = new ArrayList<>();
      plan.perAttempt(Stage.of("keep", kept::set)).perAttempt(stage);
      plan.retry(
          r ->
              r.shouldRetry(
                  head -> {
                    refusals.add(catchThrowable(() -> kept.get().setHeader("X", "late")));
                    return false;
                  }));

      call();

      assertThat(refusals).hasSize(1).hasOnlyElementsOfType(StageContractException.class);
    }
  }

  private static Stage readyFuture() {
    return new TestStage("f", request -> CompletableFuture.completedFuture(null));
  }

  @Test
  @Tag("C7")
  void theEdgesOfWhatAnAnswerMayBeAreAllowed() throws Exception {
    for (int status : new int[] {200, 599}) {
      assertThat(driver.run(freshPlan(status), exchange).status()).isEqualTo(status);
    }
  }

  private dev.heed.Heed freshPlan(int status) {
    return dev.heed.Heed.builder("test")
        .time(time)
        .perCall(Stage.of("cache", r -> r.answer(status, Map.of(), new byte[0])))
        .build();
  }

  @Test
  @Tag("C7")
  void everyTokenCharacterIsAllowedInANameAndNothingElse() throws Exception {
    String allowed = "!#$%&'*+-.^_`|~0189azAZ";
    plan.perAttempt(Stage.of("odd", request -> request.setHeader(allowed, "\t tab")));
    call();
    assertThat(exchange.sends.get(0).values(allowed)).containsExactly("\t tab");

    for (String bad : new String[] {" ", "\u007f", " x", "a:", "\u00e9", "(", "}"}) {
      plan.perAttempt(Stage.of("broken", request -> request.setHeader(bad, "1")));
      assertThat(failure()).hasMessage("stage broken set a malformed header name");
    }
  }

  @Test
  @Tag("C7")
  void aNullValueNamesTheStageAndTheHeader() {
    plan.perAttempt(Stage.of("broken", request -> request.setHeader("X", null)));

    assertThat(failure()).hasMessage("stage broken set X to null");
  }

  @Test
  @Tag("C7")
  void headersThatWouldBreakTheRequestNameTheStage() {
    Map<String, String> bad =
        Map.of("X\r\nY", "1", "", "1", "a b", "1", "X", "1\r\nY: 2", "Z", "nul\0");
    bad.forEach(
        (name, value) -> {
          plan.perAttempt(Stage.of("broken", request -> request.setHeader(name, value)));

          assertThat(failure())
              .isInstanceOf(StageContractException.class)
              .hasMessageStartingWith("stage broken set ");
        });
  }

  @Test
  @Tag("R3")
  void onlyTheCallRingMayVouchForTheRequest() {
    plan.perAttempt(Stage.of("voucher", StageRequest::markIdempotent));

    assertThat(failure())
        .isInstanceOf(StageContractException.class)
        .hasMessage("stage voucher marks the call as idempotent: register it with perCall");
  }

  @Test
  @Tag("R4")
  void aTransientFailureOfAStageIsRetriedWhateverTheMethod() throws Exception {
    List<TransientStageException> busy = new ArrayList<>();
    plan.perAttempt(
        new TestStage(
            "token",
            log,
            request -> {
              if (request.attempt() > 1) {
                return Stage.done();
              }
              busy.add(new TransientStageException("busy", null));
              return CompletableFuture.failedFuture(busy.get(0));
            }));
    exchange.method = "POST";

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(seconds(1));
    assertThat(log).contains("token 1 ended TransientStageException", "token 2 ended 200");
  }

  @Test
  @Tag("R4")
  void anyOtherFailureOfAStageEndsTheCall() {
    IOException own = new IOException("token server");
    plan.perAttempt(new TestStage("token", request -> CompletableFuture.failedFuture(own)));

    assertThat(failure()).isSameAs(own);
    assertThat(exchange.sends).isEmpty();
    assertThat(CallReport.of(own).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
  }

  @Test
  @Tag("C7")
  void aCheckedFailureOfAStageIsWrappedWithItsName() {
    Exception own = new Exception("odd");
    plan.perAttempt(new TestStage("token", request -> CompletableFuture.failedFuture(own)));

    assertThat(failure())
        .isInstanceOf(IOException.class)
        .hasMessage("stage token failed")
        .hasCause(own);
  }

  @Test
  @Tag("C7")
  void aFailureInTheCallRingEndsTheCallBeforeTheFirstAttempt() {
    IllegalStateException bug = new IllegalStateException("bug");
    plan.perCall(TestStage.noting("outer", log));
    plan.perCall(new TestStage("broken", log, request -> CompletableFuture.failedFuture(bug)));
    plan.perCall(TestStage.noting("inner", log));

    assertThat(failure()).isSameAs(bug);
    assertThat(exchange.sends).isEmpty();
    assertThat(log)
        .containsExactly(
            "outer 0",
            "broken 0",
            "broken 0 ended IllegalStateException",
            "outer 0 ended IllegalStateException");
    assertThat(CallReport.of(bug).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
  }

  @Test
  @Tag("C7")
  void stagesAfterAFailedOneDoNotRunAndThoseBeforeAreTold() {
    plan.perAttempt(TestStage.noting("outer", log));
    plan.perAttempt(
        new TestStage(
            "broken",
            log,
            request -> {
              throw new IllegalStateException("bug");
            }));
    plan.perAttempt(TestStage.noting("inner", log));

    failure();

    assertThat(log)
        .containsExactly(
            "outer 1",
            "broken 1",
            "broken 1 ended IllegalStateException",
            "outer 1 ended IllegalStateException");
  }

  @Test
  @Tag("R12")
  void aSecondHalfThatThrowsChangesNothing() throws Exception {
    for (Throwable bug : new Throwable[] {new IllegalStateException("bug"), new Error("bug")}) {
      Stage broken = new BrokenEnd(bug);
      plan.perCall(TestStage.noting("call", log)).perCall(broken).perAttempt(broken);
    }
    script(Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(log).containsExactly("call 0", "call 0", "call 0 ended 200", "call 0 ended 200");
  }

  private record BrokenEnd(Throwable bug) implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      if (bug instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) bug;
    }
  }

  @Test
  @Tag("O5")
  void attributesBelongToOneCallAndAllItsStages() throws Exception {
    List<Object> seen = new ArrayList<>();
    plan.perCall(Stage.of("call", request -> request.attributes().put("key", "of the call")));
    plan.perAttempt(
        Stage.of(
            "attempt",
            request -> {
              seen.add(request.attributes().get("key"));
              request.attributes().put("key", "of attempt " + request.attempt());
            }));
    script(Step.reply(503), Step.reply(200));

    call();
    call();

    assertThat(seen).containsExactly("of the call", "of attempt 1", "of the call");
  }

  @Test
  @Tag("O5")
  void settingsAreCopiedWhenThePlanIsBuilt() throws Exception {
    dev.heed.Heed built = plan.build();
    plan.retry(r -> r.maxRetries(0)).perAttempt(TestStage.noting("later", log));
    script(Step.reply(503), Step.reply(200));

    assertThat(driver.run(built, exchange).status()).isEqualTo(200);
    assertThat(log).isEmpty();
  }

  @Test
  @Tag("C5")
  void aStageSeesMethodUriAndTheTimeOfThePlan() throws Exception {
    List<Object> seen = new ArrayList<>();
    plan.perAttempt(
        Stage.of(
            "look",
            request -> {
              seen.add(request.method());
              seen.add(request.uri());
              seen.add(request.time());
              seen.add(request.values("absent"));
            }));

    call();

    assertThat(seen).containsExactly("GET", exchange.uri(), time, List.of());
  }
}
