package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Stages;
import dev.heed.http.Replayability;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class ReauthenticationTest extends EngineFixture {

  private final AtomicInteger refreshes = new AtomicInteger();
  private final AtomicReference<String> token = new AtomicReference<>("T1");

  private CompletionStage<?> refresh() {
    token.set("T" + (refreshes.incrementAndGet() + 1));
    return CompletableFuture.completedFuture(null);
  }

  @Test
  @Tag("R9")
  void theSecondSendCarriesTheFreshToken() throws Exception {
    plan.reauthenticate(request -> refresh()).perAttempt(Stages.bearer(token::get));
    script(Step.reply(401), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends)
        .extracting(sent -> sent.values("Authorization"))
        .containsExactly(List.of("Bearer T1"), List.of("Bearer T2"));
    assertThat(time.elapsed()).isZero();
  }

  @Test
  @Tag("R9")
  void aRefusalOfFreshCredentialsIsReturned() throws Exception {
    plan.reauthenticate(request -> refresh()).reports(true);
    script(Step.reply(401));

    CallReport report = CallReport.of(call());

    assertThat(exchange.sends).hasSize(2);
    assertThat(refreshes).hasValue(1);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
    assertThat(report.attempts().get(0).decision().orElseThrow())
        .hasToString("again in 0 ms: 401, credentials refreshed");
  }

  @Test
  @Tag("R9")
  void aRefreshThatFailsEndsTheCall() {
    IOException refused = new IOException("token endpoint: 401");
    plan.reauthenticate(request -> CompletableFuture.failedFuture(refused));
    script(Step.reply(401));

    Throwable raised = failure();

    assertThat(raised)
        .isInstanceOf(IOException.class)
        .hasMessage("re-authentication after status 401 failed")
        .hasCause(refused);
    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(raised).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
  }

  @Test
  @Tag("R9")
  void aHookThatThrowsOrGivesNullEndsTheCallAndLeavesThePlanUsable() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    plan.reauthenticate(
        request -> {
          switch (calls.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("bug");
            case 2 -> throw new AssertionError("bug");
            case 3 -> {
              return null;
            }
            default -> {
              return CompletableFuture.completedFuture(null);
            }
          }
        });
    dev.heed.Heed shared = plan.build();
    for (int i = 0; i < 3; i++) {
      script(Step.reply(401));
      try {
        driver.run(shared, exchange);
        throw new IllegalStateException("no failure");
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("re-authentication");
      }
    }
    script(Step.reply(401), Step.reply(200));
    assertThat(driver.run(shared, exchange).status()).isEqualTo(200);
  }

  @Test
  @Tag("R9")
  void itIsNotCountedAsARetry() throws Exception {
    plan.reauthenticate(request -> refresh()).retry(r -> r.maxRetries(1));
    script(Step.reply(401), Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).hasSize(3);
  }

  @Test
  @Tag("R9")
  void anyMethodIsRepeatedWhenItsBodyCanBe() throws Exception {
    plan.reauthenticate(request -> refresh()).retry(r -> r.maxRetries(0));
    script(Step.reply(511), Step.reply(200)).method = "POST";

    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  @Tag("R9")
  void aBodyThatCannotBeSentAgainIsNotRepeated() throws Exception {
    plan.reauthenticate(request -> refresh());
    script(Step.reply(401), Step.reply(200)).method = "POST";
    exchange.replayability = Replayability.ONE_SHOT;

    assertThat(call().status()).isEqualTo(401);
    assertThat(refreshes).hasValue(0);
  }

  @Test
  @Tag("R9")
  void aLaterCallRefreshesAgain() throws Exception {
    dev.heed.Heed shared = plan.reauthenticate(request -> refresh()).build();
    for (int i = 1; i <= 3; i++) {
      script(Step.reply(401), Step.reply(200));

      assertThat(driver.run(shared, exchange).status()).isEqualTo(200);
      assertThat(refreshes).hasValue(i);
    }
  }

  @Test
  @Tag("R9")
  void otherStatusesDoNotRefresh() throws Exception {
    plan.reauthenticate(request -> refresh());
    for (int status : new int[] {400, 402, 403, 407, 510}) {
      script(Step.reply(status));
      assertThat(call().status()).isEqualTo(status);
    }
    assertThat(refreshes).hasValue(0);
  }

  @Test
  @Tag("R9")
  void withoutTheHookA401IsReturned() throws Exception {
    script(Step.reply(401, "1"));

    assertThat(call().status()).isEqualTo(401);
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("R9")
  void callsThatFailTogetherShareOneRefresh() throws Exception {
    CompletableFuture<Void> endpoint = new CompletableFuture<>();
    plan.reauthenticate(
        request -> {
          refreshes.incrementAndGet();
          return endpoint;
        });
    dev.heed.Heed shared = plan.build();
    List<CompletableFuture<Reply>> calls = new java.util.ArrayList<>();
    for (int i = 0; i < 5; i++) {
      script(Step.reply(401), Step.reply(200));
      calls.add(shared.engine().start(exchange, CallOptions.none()));
    }
    assertThat(calls).noneMatch(CompletableFuture::isDone);

    endpoint.complete(null);

    assertThat(calls).allMatch(call -> call.join().status() == 200);
    assertThat(refreshes).hasValue(1);
  }

  @Test
  @Tag("R9")
  void aCallRefusedWithOldCredentialsUsesTheRefreshOfAnother() throws Exception {
    plan.reauthenticate(request -> refresh());
    dev.heed.Heed shared = plan.build();
    StubExchange slow = script(Step.reply(401).after(seconds(5)), Step.reply(200));
    CompletableFuture<Reply> old = shared.engine().start(slow, CallOptions.none());
    script(Step.reply(401), Step.reply(200));
    driver.run(shared, exchange);

    time.advance(seconds(5));

    assertThat(old).isCompletedWithValueMatching(reply -> reply.status() == 200);
    assertThat(refreshes).hasValue(1);
  }

  @Test
  @Tag("R9")
  @Tag("T2")
  void theAttemptTimeoutDoesNotCoverTheRefresh() throws Exception {
    CompletableFuture<Void> endpoint = new CompletableFuture<>();
    plan.attemptTimeout(seconds(1)).reauthenticate(request -> endpoint);
    script(Step.reply(401), Step.reply(200));
    CompletableFuture<Reply> call = plan.build().engine().start(exchange, CallOptions.none());

    time.advance(seconds(60));
    endpoint.complete(null);

    assertThat(call).isCompletedWithValueMatching(reply -> reply.status() == 200);
  }

  @Test
  @Tag("R9")
  @Tag("T1")
  void theCallTimeoutCoversTheRefresh() {
    plan.callTimeout(seconds(9)).reauthenticate(request -> new CompletableFuture<>());
    script(Step.reply(401), Step.reply(200));
    CompletableFuture<Reply> call = plan.build().engine().start(exchange, CallOptions.none());

    time.advance(seconds(9));

    assertThat(call).isCompletedExceptionally();
    assertThat(call.handle((reply, e) -> e).join()).isInstanceOf(CallTimeoutException.class);
    assertThat(exchange.sends).hasSize(1);
  }
}
