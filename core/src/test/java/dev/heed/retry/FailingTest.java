package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Stage;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class FailingTest extends EngineFixture {

  @Test
  @Tag("R1")
  void aTransportFailureIsRetriedAfterTheBackoff() throws Exception {
    script(Step.failure(new IOException("reset")), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(1));
  }

  @Test
  @Tag("R2")
  void oneSwitchLeavesFailuresAlone() {
    IOException reset = new IOException("reset");
    plan.retry(r -> r.retryFailures(false));
    script(Step.failure(reset));

    assertThat(failure()).isSameAs(reset);
    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(reset).explanation()).isEqualTo("retryFailures is off");
  }

  @Test
  @Tag("R2")
  @Tag("R5")
  void theSwitchAlsoCoversFailuresThatProveNothingWasProcessed() {
    plan.retry(r -> r.retryFailures(false));
    script(Step.failure(new ConnectException("refused")));

    failure();

    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("R3")
  void theMethodDecidesForFailuresToo() {
    script(Step.failure(new IOException("reset"))).method = "POST";

    Throwable raised = failure();

    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(raised).gaveUpBecause()).contains(GaveUpBecause.METHOD);
  }

  @Test
  @Tag("R3")
  void throttledAnyMethodIsNotAboutFailures() {
    plan.retry(r -> r.throttledAnyMethod(true));
    script(Step.failure(new IOException("reset"))).method = "POST";

    failure();

    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("R4")
  void aRefusedCertificateIsNotRetried() {
    SSLHandshakeException refused = new SSLHandshakeException("untrusted");
    refused.initCause(new CertificateException("expired"));
    script(Step.failure(refused));

    assertThat(failure()).isSameAs(refused);
    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(refused).gaveUpBecause()).contains(GaveUpBecause.CERTIFICATE);
  }

  @Test
  @Tag("R4")
  void theCallersOwnFaultsAreNotRetried() {
    for (Throwable fault :
        new Throwable[] {new IllegalArgumentException("bad"), new IllegalStateException("bug")}) {
      script(Step.failure(fault));

      assertThat(failure()).isSameAs(fault);
      assertThat(exchange.sends).hasSize(1);
      assertThat(CallReport.of(fault).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
    }
  }

  @Test
  @Tag("R4")
  void aCancelOfTheHostIsNotRetried() {
    CancellationException cancelled = new CancellationException("by the host");
    script(Step.failure(cancelled));

    assertThat(failure()).isSameAs(cancelled);
    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(cancelled).gaveUpBecause()).contains(GaveUpBecause.CANCELLED);
  }

  @Test
  @Tag("R4")
  void anErrorOfTheHostIsRaisedAsItIs() {
    LinkageError error = new LinkageError("broken");
    script(Step.failure(error));

    org.assertj.core.api.Assertions.assertThatThrownBy(this::call).isSameAs(error);
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("R5")
  void anUnprocessedRequestIsRepeatedAtOnceWhateverItsMethod() throws Exception {
    script(Step.failure(new ConnectException("refused")), Step.reply(200)).method = "POST";

    assertThat(call().status()).isEqualTo(200);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(0));
  }

  @Test
  @Tag("R5")
  void fromTheSecondUnprocessedRequestOnTheBackoffApplies() {
    script(Step.failure(new ConnectException("refused"))).method = "POST";

    failure();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(0), seconds(2), seconds(6));
  }

  @Test
  @Tag("R5")
  void repeatingAnUnprocessedRequestCountsAsARetry() {
    plan.retry(r -> r.maxRetries(1));
    script(Step.failure(new ConnectException("refused")));

    assertThat(CallReport.of(failure()).gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(exchange.sends).hasSize(2);
  }

  @Test
  @Tag("R7")
  void theLastFailureIsRaisedWithTheEarlierOnesFlatBehindIt() {
    IOException[] raised = {new IOException("1"), new IOException("2"), new EOFException("3")};
    plan.retry(r -> r.maxRetries(2));
    script(Arrays.stream(raised).map(Step::failure).toArray(Step[]::new));

    Throwable last = failure();

    assertThat(last).isSameAs(raised[2]);
    assertThat(last.getSuppressed()).startsWith(raised[0], raised[1]).hasSize(3);
    assertThat(CallReport.of(last).sends()).isEqualTo(3);
    assertThat(raised[1].getSuppressed()).isEmpty();
  }

  @Test
  @Tag("R7")
  void theSameFailureEachTimeIsNotSuppressedByItself() {
    IOException same = new IOException("same");
    script(Step.failure(same));

    assertThat(failure()).isSameAs(same);
    assertThat(same.getSuppressed()).hasSize(1);
    assertThat(same.getSuppressed()[0]).hasMessageContaining("4 sends");
  }

  @Test
  @Tag("R7")
  void anExceptionThatManyCallsShareDoesNotCollectTheirHistories() {
    IOException shared = new IOException("shared");
    plan.retry(r -> r.maxRetries(1));
    for (int i = 0; i < 100; i++) {
      script(Step.failure(new IOException("fresh " + i)), Step.failure(shared));
      assertThat(failure()).isSameAs(shared);
    }

    assertThat(shared.getSuppressed()).hasSizeLessThanOrEqualTo(2);
    assertThat(CallReport.of(shared).attempts().get(0).failure().orElseThrow())
        .hasMessage("fresh 99");
  }

  @Test
  @Tag("R7")
  @Tag("V3")
  void anExceptionThatTakesNoSuppressedOnesCarriesItsReportBesideIt() {
    RuntimeException closed = new RuntimeException("closed", null, false, false) {};
    script(Step.failure(new IOException("reset")), Step.failure(closed));

    assertThat(failure()).isSameAs(closed);
    assertThat(CallReport.of(closed).sends()).isEqualTo(2);
  }

  @Test
  @Tag("R7")
  void aResponseAfterFailuresIsReturned() throws Exception {
    script(Step.failure(new IOException("reset")), Step.reply(404));

    assertThat(call().status()).isEqualTo(404);
  }

  @Test
  @Tag("R10")
  void aBodyThatBreaksIsRetriedWhenTheHandlerCanStartAgain() throws Exception {
    script(Step.reply(200).thenBodyFails(new IOException("cut")), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).hasSize(2);
  }

  @Test
  @Tag("R10")
  void aBodyThatBreaksForAHandlerThatCannotStartAgainIsAFailure() {
    IOException cut = new IOException("cut");
    script(Step.reply(200).thenBodyFails(cut)).restartable = false;

    assertThat(failure()).isSameAs(cut);
    assertThat(exchange.sends).hasSize(1);
    assertThat(CallReport.of(cut).gaveUpBecause()).contains(GaveUpBecause.BODY);
    assertThat(CallReport.of(cut).attempts().get(0).status()).hasValue(200);
  }

  @Test
  @Tag("R10")
  void aFailureBeforeTheHeadIsRetriedWhateverTheHandler() throws Exception {
    script(Step.failure(new IOException("reset")), Step.reply(200)).restartable = false;

    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  @Tag("R4")
  void aStageThatFailsEndsTheCallWithoutARetry() {
    IllegalStateException bug = new IllegalStateException("bug");
    plan.perAttempt(
        Stage.of(
            "broken",
            request -> {
              throw bug;
            }));

    assertThat(failure()).isSameAs(bug);
    assertThat(exchange.sends).isEmpty();
    assertThat(CallReport.of(bug).gaveUpBecause()).contains(GaveUpBecause.NOT_RETRYABLE);
  }

  @Test
  @Tag("R11")
  void theMarkForNestedClientsSaysWhetherThisCallRetries() throws Exception {
    Heed once = plan.retry(r -> r.maxRetries(0)).build();

    driver.run(once, exchange);
    driver.run(once, exchange, CallOptions.builder().maxRetries(2).build());

    assertThat(exchange.sends).extracting(Sent::retryable).containsExactly(false, true);
  }
}
