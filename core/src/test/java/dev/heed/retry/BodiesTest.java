package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.http.Replayability;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.transport.BodyTooLargeException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class BodiesTest extends EngineFixture {

  private StubExchange oneShot(String body, Step... steps) {
    StubExchange sending = script(steps);
    sending.replayability = Replayability.ONE_SHOT;
    sending.body = body;
    sending.method = "PUT";
    plan.retry(r -> r.methods(RetryMethods.idempotent()));
    return sending;
  }

  @Test
  @Tag("B1")
  void eachAttemptCarriesTheSameBody() throws Exception {
    script(Step.reply(503), Step.reply(503), Step.reply(200)).body = "hello";

    call();

    assertThat(exchange.sends).extracting(Sent::body).containsOnly("hello").hasSize(3);
    assertThat(exchange.buffers).hasValue(0);
  }

  @Test
  @Tag("B2")
  void aOneShotBodyIsKeptOnceAndSentAgain() throws Exception {
    oneShot("hello", Step.reply(503), Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).extracting(Sent::body).containsOnly("hello").hasSize(3);
    assertThat(exchange.buffers).hasValue(1);
  }

  @Test
  @Tag("B2")
  void aSuppliedBodyIsNotKept() throws Exception {
    oneShot("hello", Step.reply(503), Step.reply(200)).replayability = Replayability.SUPPLIED;

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.buffers).hasValue(0);
  }

  @Test
  @Tag("B2")
  void nothingIsKeptWhenNoRetryIsPossible() throws Exception {
    oneShot("hello", Step.reply(503)).method = "POST";
    assertThat(call().status()).isEqualTo(503);
    assertThat(exchange.buffers).hasValue(0);

    oneShot("hello", Step.reply(503));
    call(CallOptions.builder().maxRetries(0).build());
    assertThat(exchange.buffers).hasValue(0);
  }

  @Test
  @Tag("B2")
  void aBodyIsKeptForAMethodThatMayBeThrottled() throws Exception {
    plan.retry(r -> r.throttledAnyMethod(true));
    oneShot("hello", Step.reply(503, "1"), Step.reply(200)).method = "POST";

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).extracting(Sent::body).containsExactly("hello", "hello");
  }

  @Test
  @Tag("B2")
  void aOneShotBodyThatWasNotKeptIsNeverSentTwice() throws Exception {
    plan.reports(true).verdicts(dev.heed.hint.Verdicts.shouldRetry());
    oneShot("hello", Step.reply(503)).method = "POST";
    exchange.headers.put("Idempotency-Key", java.util.List.of("k"));

    CallReport report = CallReport.of(call(CallOptions.builder().sendOnce(true).build()));

    assertThat(exchange.sends).extracting(Sent::body).containsExactly("hello");
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.BODY);
    assertThat(report.explanation()).isEqualTo("the body can be sent only once");
  }

  @Test
  @Tag("B3")
  void aLargerBodyFailsBeforeTheFirstSendAndTheErrorNamesTheWaysOut() {
    plan.bodyBuffer(4, 100);
    oneShot("hello", Step.reply(200));

    Throwable raised = failure();

    assertThat(raised)
        .isInstanceOf(BodyTooLargeException.class)
        .hasMessageContaining("exceeds 4 bytes")
        .hasMessageContaining("supply the body afresh for each attempt")
        .hasMessageContaining("sendOnce")
        .hasMessageContaining("not eligible for retries");
    assertThat(exchange.sends).isEmpty();
    assertThat(CallReport.of(raised).gaveUpBecause()).contains(GaveUpBecause.BODY);
  }

  @Test
  @Tag("B2")
  void aBodyOfExactlyTheLimitIsKept() throws Exception {
    plan.bodyBuffer(5, 5);
    oneShot("hello", Step.reply(503), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  @Tag("B2")
  void theDefaultLimitIsOneMebibyte() throws Exception {
    oneShot("x".repeat(1 << 20), Step.reply(200));
    assertThat(call().status()).isEqualTo(200);

    oneShot("x".repeat((1 << 20) + 1), Step.reply(200));
    assertThat(failure()).isInstanceOf(BodyTooLargeException.class);
    assertThat(exchange.sends).isEmpty();
  }

  @Test
  @Tag("B3")
  void sendOnceSendsALargeBodyAndReturnsWhatCame() throws Exception {
    plan.bodyBuffer(4, 100);
    oneShot("hello", Step.reply(503, "1"));

    Reply reply = call(CallOptions.builder().sendOnce(true).build());

    assertThat(reply.status()).isEqualTo(503);
    assertThat(exchange.sends).hasSize(1);
    assertThat(exchange.buffers).hasValue(0);
  }

  @Test
  @Tag("B2")
  void theMemoryOfAPlanIsGivenBackAtEachKindOfEnd() throws Exception {
    plan.bodyBuffer(5, 9);
    oneShot("hello", Step.reply(200));
    Heed shared = plan.build();
    for (int i = 0; i < 10; i++) {
      run(shared, Step.reply(200));
      run(shared, Step.reply(404));
      run(shared, Step.failure(new IOException("reset")));
      run(shared, Step.failure(new IllegalStateException("bug")));
    }

    oneShot("hello", Step.reply(200));
    assertThat(driver.run(shared, exchange).status()).isEqualTo(200);
  }

  private void run(Heed shared, Step step) throws Exception {
    oneShot("hello", step);
    try {
      driver.run(shared, exchange);
    } catch (IOException | IllegalStateException e) {
      assertThat(e).isNotInstanceOf(BodyTooLargeException.class);
    }
  }

  @Test
  @Tag("B2")
  void aPlanThatIsFullRefusesAndSaysSo() throws Exception {
    plan.bodyBuffer(5, 9);
    oneShot("hello", Step.reply(200));
    Heed shared = plan.build();
    StubExchange holding = exchange;
    holding.completesLater = true;
    CompletableFuture<Reply> running = shared.engine().start(holding, CallOptions.none());

    oneShot("world", Step.reply(200));
    try {
      driver.run(shared, exchange);
      throw new AssertionError("not refused");
    } catch (BodyTooLargeException e) {
      assertThat(e)
          .hasMessageStartingWith("all one-shot bodies of plan test together exceed 9 bytes; ");
    }
    running.cancel(true);
    oneShot("world", Step.reply(200));
    assertThat(driver.run(shared, exchange).status()).isEqualTo(200);
  }

  @Test
  @Tag("R4")
  void aBodyThatCannotBeReadFailsTheCallWithItsOwnException() {
    IOException unreadable = new IOException("unreadable");
    oneShot("hello", Step.reply(200)).bodyArrives = CompletableFuture.failedFuture(unreadable);

    assertThat(failure()).isSameAs(unreadable);
    assertThat(exchange.sends).isEmpty();
  }
}
