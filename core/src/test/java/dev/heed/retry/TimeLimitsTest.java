package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class TimeLimitsTest extends EngineFixture {

  @Test
  @Tag("T1")
  @Tag("T4")
  void theCallTimeoutCutsAnAttempt() {
    plan.callTimeout(seconds(5));
    script(Step.silence());

    Throwable raised = failure();

    assertThat(raised)
        .isInstanceOf(CallTimeoutException.class)
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessage("the call timed out after 5 s (Heed.callTimeout)");
    assertThat(String.valueOf(raised.getCause())).doesNotContain("LimitPassed");
    assertThat(time.elapsed()).isEqualTo(seconds(5));
    assertThat(CallReport.of(raised).gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
    assertThat(CallReport.of(raised).explanation())
        .isEqualTo("the call's time is over (Heed.callTimeout)");
  }

  @Test
  @Tag("T4")
  void bothTimeoutsTellTheReasonAndTheAttempts() {
    plan.callTimeout(seconds(20)).attemptTimeout(seconds(2)).retry(r -> r.maxRetries(1));
    script(Step.silence());
    CallFailure ofAttempt = (CallFailure) failure();
    script(Step.reply(503, "1"), Step.silence());
    CallFailure ofCall =
        (CallFailure) failure(CallOptions.builder().callTimeout(seconds(2)).build());

    assertThat(ofAttempt).isInstanceOf(AttemptTimeoutException.class);
    assertThat(ofAttempt.gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(ofAttempt.attempts()).hasSize(2);
    assertThat(ofCall).isInstanceOf(CallTimeoutException.class);
    assertThat(ofCall.gaveUpBecause()).contains(GaveUpBecause.DEADLINE);
    assertThat(ofCall.explanation()).endsWith("(the callTimeout of the request)");
    assertThat(ofCall.attempts()).hasSize(2);
    assertThat(ofCall.retryAfter()).isEmpty();
  }

  @Test
  @Tag("T1")
  void theCallTimeoutCoversSendsAndWaits() {
    plan.callTimeout(seconds(5));
    script(Step.reply(503, "2").after(seconds(1)), Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(time.elapsed()).isEqualTo(seconds(5));
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(5), seconds(2));
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutCutsOneAttemptAndTheNextStartsAfresh() throws Exception {
    plan.attemptTimeout(seconds(2));
    script(Step.silence(), Step.reply(200).after(seconds(1.9)));

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(3));
    assertThat(exchange.sends).extracting(Sent::limit).containsOnly(seconds(2));
  }

  @Test
  @Tag("T2")
  @Tag("T4")
  void theLastAttemptTimeoutIsRaisedAsItsOwnTypeOnce() {
    plan.attemptTimeout(seconds(2)).retry(r -> r.maxRetries(1));
    script(Step.silence());

    Throwable raised = failure();

    assertThat(raised)
        .isInstanceOf(AttemptTimeoutException.class)
        .isNotInstanceOf(CallTimeoutException.class)
        .hasMessage("the attempt timed out after 2 s");
    assertThat(String.valueOf(raised.getCause())).doesNotContain("AttemptTimeout");
    assertThat(CallReport.of(raised).gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(raised.getSuppressed()).hasSize(2);
  }

  @Test
  @Tag("T2")
  void anAttemptNeverExceedsWhatIsLeftOfTheCall() {
    plan.callTimeout(seconds(5)).attemptTimeout(seconds(3));
    script(Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(3), seconds(1));
    assertThat(time.elapsed()).isEqualTo(seconds(5));
  }

  @Test
  @Tag("T2")
  void zeroIsNeverPassedDownAsALimit() {
    plan.callTimeout(Duration.ofMillis(100)).retry(r -> r.baseDelay(Duration.ZERO));
    IOException reset = new IOException("reset");
    script(
        Step.failure(reset).after(Duration.ofMillis(95)),
        Step.failure(reset).after(Duration.ofMillis(4)),
        Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(exchange.sends)
        .extracting(Sent::limit)
        .containsExactly(Duration.ofMillis(100), Duration.ofMillis(5), Duration.ofMillis(1));
  }

  @Test
  @Tag("T2")
  void limitsOfAPlanDoNotDependOnTheOrderInWhichTheyAreGiven() {
    EngineSettings settings = new EngineSettings("test", time).attemptTimeout(seconds(2));
    settings.callTimeout(seconds(9), RequestTimeoutCovers.CALL).attemptTimeout(seconds(3));
    settings.callTimeout(seconds(8), RequestTimeoutCovers.CALL);

    assertThat(settings.limits.call()).isEqualTo(seconds(8).toNanos());
    assertThat(settings.limits.attempt()).isEqualTo(seconds(3).toNanos());
  }

  @Test
  @Tag("T4")
  void ofTwoLimitsThatPassTogetherTheOneOfTheCallIsRaised() {
    plan.callTimeout(seconds(5)).attemptTimeout(seconds(5));
    script(Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
  }

  @Test
  @Tag("T1")
  void theTimeoutOfTheRequestBoundsTheCallByDefault() {
    script(Step.silence());
    CallOptions options = CallOptions.builder().requestTimeout(seconds(4)).build();

    assertThat(failure(options))
        .isInstanceOf(CallTimeoutException.class)
        .hasMessage("the call timed out after 4 s (the timeout of the request)");
  }

  @Test
  @Tag("T1")
  void theTimeoutOfTheRequestMayBoundTheAttempt() {
    plan.requestTimeoutCovers(RequestTimeoutCovers.ATTEMPT).retry(r -> r.maxRetries(1));
    script(Step.silence());
    CallOptions options = CallOptions.builder().requestTimeout(seconds(4)).build();

    assertThat(failure(options)).isInstanceOf(AttemptTimeoutException.class);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(5));
  }

  @Test
  @Tag("T1")
  void theShorterOfTwoLimitsCountsAndIsNamed() {
    plan.callTimeout(seconds(9));
    script(Step.silence());

    assertThat(failure(CallOptions.builder().requestTimeout(seconds(4)).build()))
        .hasMessageContaining("4 s (the timeout of the request)");
    assertThat(failure(CallOptions.builder().requestTimeout(seconds(40)).build()))
        .hasMessageContaining("9 s (Heed.callTimeout)");
    assertThat(failure(CallOptions.builder().callTimeout(seconds(12)).build()))
        .hasMessageContaining("12 s (the callTimeout of the request)");
  }

  @Test
  @Tag("T2")
  void theShorterOfTwoAttemptLimitsCounts() {
    plan.attemptTimeout(seconds(3))
        .requestTimeoutCovers(RequestTimeoutCovers.ATTEMPT)
        .retry(r -> r.maxRetries(0));
    script(Step.silence());

    failure(CallOptions.builder().requestTimeout(seconds(4)).build());
    failure(CallOptions.builder().requestTimeout(seconds(2)).build());

    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(3), seconds(2));
  }

  @Test
  @Tag("T2")
  @Tag("C7")
  void theTimeOfAnAttemptStageCountsInTheAttemptTimeout() {
    plan.attemptTimeout(seconds(3)).retry(r -> r.maxRetries(0));
    plan.perAttempt(Stage.of("slow", request -> time.advance(seconds(2))));
    script(Step.silence());

    failure();

    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(1));
  }

  @Test
  @Tag("T2")
  void theAttemptTimeoutCoversNoStageOfTheCallRing() throws Exception {
    plan.attemptTimeout(seconds(3)).retry(r -> r.maxRetries(0));
    plan.perCall(Stage.of("slow", request -> time.advance(seconds(10))));
    script(Step.reply(200).after(seconds(2)));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(3));
  }

  @Test
  @Tag("T1")
  void theCallTimeoutCoversTheCallRing() {
    plan.callTimeout(seconds(3));
    plan.perCall(Stage.of("slow", request -> time.advance(seconds(2))));
    script(Step.silence());

    assertThat(failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(seconds(1));
  }

  @Test
  @Tag("T3")
  void noTimerIsLeftAfterACall() throws Exception {
    plan.callTimeout(seconds(30)).attemptTimeout(seconds(3));
    script(Step.reply(503), Step.failure(new IOException("reset")), Step.reply(200));

    call();

    assertThat(time.pending()).isEmpty();
  }

  @Test
  @Tag("T1")
  void withoutALimitNoneIsPassedDown() throws Exception {
    call();

    assertThat(exchange.sends).extracting(Sent::limit).containsExactly(Duration.ZERO);
  }

  @Test
  @Tag("T1")
  void aLimitNearTheEndOfTimeDoesNotWrap() throws Exception {
    plan.callTimeout(Duration.ofSeconds(Long.MAX_VALUE))
        .attemptTimeout(Duration.ofSeconds(Long.MAX_VALUE));
    script(Step.reply(503), Step.reply(200).after(seconds(5)));

    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  @Tag("T4")
  void aTimeoutOfTheHostsOwnIsAFailureOfTheAttempt() throws Exception {
    script(Step.failure(new HttpTimeoutException("read timed out")), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(1));
  }

  @Test
  @Tag("T1")
  void aBodyThatArrivesInTimeIsKept() throws Exception {
    plan.callTimeout(seconds(3));
    script(Step.reply(200)).replayability = dev.heed.http.Replayability.ONE_SHOT;
    exchange.bodyArrives = CompletableFuture.completedFuture(null);

    assertThat(call().status()).isEqualTo(200);
  }
}
