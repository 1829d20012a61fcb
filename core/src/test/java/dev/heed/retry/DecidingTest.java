package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Stages;
import dev.heed.hint.Hint;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.hint.Verdicts;
import dev.heed.http.ResponseHead;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.testing.VirtualTime;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class DecidingTest extends EngineFixture {

  private int sendsAfter(Step... steps) throws Exception {
    script(steps);
    call();
    return exchange.sends.size();
  }

  @Test
  @Tag("R1")
  void statusesThatSayNotNowAreRetried() throws Exception {
    for (int status : new int[] {408, 429, 500, 502, 503, 504}) {
      assertThat(sendsAfter(Step.reply(status), Step.reply(200))).as("%s", status).isEqualTo(2);
    }
  }

  @Test
  @Tag("R1")
  void someStatusesNeedAHint() throws Exception {
    for (int status : new int[] {403, 529}) {
      assertThat(sendsAfter(Step.reply(status))).as("%s", status).isEqualTo(1);
      assertThat(sendsAfter(Step.reply(status, "soon"))).as("%s", status).isEqualTo(1);
      assertThat(sendsAfter(Step.reply(status, "1"), Step.reply(200))).isEqualTo(2);
    }
  }

  @Test
  @Tag("R1")
  void allOtherStatusesAreReturnedWhateverTheHint() throws Exception {
    for (int status : new int[] {200, 204, 301, 307, 400, 401, 404, 409, 413, 425, 501, 505, 600}) {
      assertThat(sendsAfter(Step.reply(status, "1"))).as("%s", status).isEqualTo(1);
    }
  }

  @Test
  @Tag("R1")
  void aStatusThatTheDialectNamesIsRetriedWithItsHintOnly() throws Exception {
    plan.hints(Hints.named("linear"));
    long later = VirtualTime.START.toEpochMilli() + 2000;
    Step limited =
        Step.reply(400)
            .header("X-RateLimit-Requests-Remaining", "0")
            .header("X-RateLimit-Requests-Reset", Long.toString(later));

    assertThat(sendsAfter(limited, Step.reply(200))).isEqualTo(2);
    assertThat(sendsAfter(Step.reply(400))).isEqualTo(1);
  }

  @Test
  @Tag("R1")
  void aDialectMayNameASuccessThatMeansComeBackLater() throws Exception {
    plan.hints(new NamesAccepted());

    assertThat(sendsAfter(Step.reply(202, "1"), Step.reply(200))).isEqualTo(2);
    assertThat(sendsAfter(Step.reply(202))).isEqualTo(1);
    plan.retry(r -> r.statuses(503));
    assertThat(sendsAfter(Step.reply(202, "1"))).isEqualTo(1);
  }

  private static final class NamesAccepted implements HintReader {

    @Override
    public Hint read(ResponseHead head, Instant now) {
      return Hints.retryAfter().read(head, now);
    }

    @Override
    public boolean namesStatus(int status) {
      return status == 202;
    }
  }

  @Test
  @Tag("R1")
  void aSuccessMayBeListed() throws Exception {
    plan.retry(r -> r.statuses(202));

    assertThat(sendsAfter(Step.reply(202), Step.reply(200))).isEqualTo(2);
  }

  @Test
  @Tag("R1")
  void aListOfStatusesReplacesTheDefaultsAndTheDialect() throws Exception {
    plan.hints(Hints.named("linear")).retry(r -> r.statuses(418));

    assertThat(sendsAfter(Step.reply(418), Step.reply(200))).isEqualTo(2);
    assertThat(sendsAfter(Step.reply(503, "1"))).isEqualTo(1);
    assertThat(sendsAfter(Step.reply(403, "1"))).isEqualTo(1);
  }

  @Test
  @Tag("R2")
  void aPredicateReplacesTheClassification() throws Exception {
    plan.retry(r -> r.shouldRetry(head -> head.status() == 404 || head.status() == 200));

    assertThat(sendsAfter(Step.reply(404), Step.reply(200), Step.reply(201))).isEqualTo(3);
    assertThat(sendsAfter(Step.reply(503))).isEqualTo(1);
  }

  @Test
  @Tag("R2")
  void aPredicateDoesNotReplaceTheHint() throws Exception {
    plan.retry(r -> r.shouldRetry(head -> head.status() == 404));
    script(Step.reply(404, "5"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(5));
  }

  @Test
  @Tag("R3")
  void unsafeMethodsAreSentOnceAndTheReasonNamesTheOption() throws Exception {
    plan.reports(true);
    for (String method : new String[] {"POST", "PUT", "PATCH", "DELETE", "CONNECT", "get"}) {
      script(Step.reply(503, "1")).method = method;

      CallReport report = CallReport.of(call());

      assertThat(exchange.sends).as(method).hasSize(1);
      assertThat(report.gaveUpBecause()).contains(GaveUpBecause.METHOD);
      assertThat(report.explanation())
          .isEqualTo(
              method
                  + " is not among the methods to retry (GET, HEAD, OPTIONS, TRACE): set"
                  + " RetryPolicy.methods, or send an Idempotency-Key");
    }
  }

  @Test
  @Tag("R3")
  void safeMethodsAreRetried() throws Exception {
    for (String method : new String[] {"GET", "HEAD", "OPTIONS", "TRACE"}) {
      script(Step.reply(503), Step.reply(200)).method = method;

      assertThat(call().status()).as(method).isEqualTo(200);
    }
  }

  @Test
  @Tag("R3")
  void idempotentMethodsAreRetriedOnRequest() throws Exception {
    plan.retry(r -> r.methods(RetryMethods.idempotent()));
    for (String method : new String[] {"PUT", "DELETE", "QUERY"}) {
      script(Step.reply(503), Step.reply(200)).method = method;

      assertThat(call().status()).as(method).isEqualTo(200);
    }
    script(Step.reply(503), Step.reply(200)).method = "POST";
    assertThat(call().status()).isEqualTo(503);
  }

  @Test
  @Tag("R3")
  void listedMethodsAndAllMethodsAreRetriedOnRequest() throws Exception {
    script(Step.reply(503), Step.reply(200)).method = "PATCH";
    plan.retry(r -> r.methods(RetryMethods.of("PATCH")));
    assertThat(call().status()).isEqualTo(200);

    script(Step.reply(503), Step.reply(200)).method = "FOO";
    assertThat(call().status()).isEqualTo(503);

    plan.retry(r -> r.methods(RetryMethods.all()));
    script(Step.reply(503), Step.reply(200)).method = "FOO";
    assertThat(call().status()).isEqualTo(200);
  }

  @Test
  @Tag("R3")
  void theCallersIdempotencyKeyMakesAnyMethodEligible() throws Exception {
    script(Step.reply(503), Step.reply(200)).method = "POST";
    exchange.headers.put("idempotency-key", java.util.List.of("k"));

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends).allMatch(sent -> sent.values("Idempotency-Key").contains("k"));
  }

  @Test
  @Tag("R3")
  void aKeyOfAStageCountsOnlyWhenTheServerDeduplicates() throws Exception {
    script(Step.reply(503), Step.reply(200)).method = "POST";
    plan.perCall(Stages.idempotencyKey());
    assertThat(call().status()).isEqualTo(503);

    script(Step.reply(503), Step.reply(200)).method = "POST";
    plan.perCall(Stages.deduplicatedByServer());
    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.sends.get(1).values("Idempotency-Key"))
        .hasSize(1)
        .isEqualTo(exchange.sends.get(0).values("Idempotency-Key"));
  }

  @Test
  @Tag("R3")
  void theCallerMayVouchForOneRequest() throws Exception {
    script(Step.reply(503), Step.reply(200)).method = "POST";

    assertThat(call(CallOptions.builder().idempotent(true).build()).status()).isEqualTo(200);
  }

  @Test
  @Tag("R3")
  void throttledAnyMethodNeedsAHintAndOneOfTwoStatuses() throws Exception {
    plan.retry(r -> r.throttledAnyMethod(true));
    script(Step.reply(429, "1"), Step.reply(503, "1"), Step.reply(503)).method = "POST";
    assertThat(call().status()).isEqualTo(503);
    assertThat(exchange.sends).hasSize(3);

    script(Step.reply(502, "1")).method = "POST";
    call();
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("R6")
  void theDefaultIsThreeRetries() throws Exception {
    assertThat(sendsAfter(Step.reply(503))).isEqualTo(4);
  }

  @Test
  @Tag("R6")
  void noRetriesSendsOnceAndChangesNothing() throws Exception {
    plan.retry(r -> r.maxRetries(0)).reports(true);
    script(Step.reply(503, "1"));

    CallReport report = CallReport.of(call());

    assertThat(exchange.sends).hasSize(1).noneMatch(Sent::retryable);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(report.explanation())
        .isEqualTo("0 retries were allowed: raise RetryPolicy.maxRetries");
  }

  @Test
  @Tag("R6")
  void aRequestMayAskForItsOwnNumberOfRetries() throws Exception {
    script(Step.reply(503));

    call(CallOptions.builder().maxRetries(1).build());

    assertThat(exchange.sends).hasSize(2).allMatch(Sent::retryable);
  }

  @Test
  @Tag("R7")
  void theLastResponseItselfIsReturned() throws Exception {
    script(Step.reply(503));

    Reply reply = call();

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).isEqualTo("reply 4");
    assertThat(exchange.discarded).isEmpty();
    assertThat(exchange.gateDropped).hasValue(3);
  }

  @Test
  @Tag("R8")
  void aVerdictToRetryWinsOverTheStatus() throws Exception {
    plan.verdicts(Verdicts.shouldRetry());

    assertThat(sendsAfter(Step.reply(404, "2").header("x-should-retry", "true"), Step.reply(200)))
        .isEqualTo(2);
    assertThat(sentAt()).containsExactly(seconds(0), seconds(2));
  }

  @Test
  @Tag("R8")
  void aVerdictToStopWinsOverStatusAndHint() throws Exception {
    plan.verdicts(Verdicts.shouldRetry()).reports(true);
    script(Step.reply(503, "1").header("x-should-retry", "false"));

    CallReport report = CallReport.of(call());

    assertThat(report.sends()).isEqualTo(1);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.VERDICT);
    assertThat(report.explanation()).contains("x-should-retry: false");
  }

  @Test
  @Tag("R8")
  void aVerdictToStopOnAGoodResponseIsNoReasonToGiveUp() throws Exception {
    plan.verdicts(Verdicts.shouldRetry()).reports(true);
    script(Step.reply(503), Step.reply(200).header("x-should-retry", "false"));

    assertThat(CallReport.of(call()).gaveUpBecause()).isEmpty();
  }

  @Test
  @Tag("R8")
  void aVerdictWithADelayReplacesTheHint() throws Exception {
    plan.verdicts(Verdicts.grpcPushback());
    script(Step.reply(503, "9").header("grpc-retry-pushback-ms", "2500"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(2.5));
  }

  @Test
  @Tag("R8")
  void aVerdictToRetryDoesNotLiftTheMethodOrTheLimits() throws Exception {
    plan.verdicts(Verdicts.shouldRetry());
    Step again = Step.reply(500).header("x-should-retry", "true");
    script(again).method = "POST";
    call();
    assertThat(exchange.sends).hasSize(1);

    assertThat(sendsAfter(again)).isEqualTo(4);
  }

  @Test
  @Tag("R8")
  void verdictsAreNotReadUnlessSwitchedOn() throws Exception {
    assertThat(sendsAfter(Step.reply(503).header("x-should-retry", "false"), Step.reply(200)))
        .isEqualTo(2);
  }

  @Test
  @Tag("R12")
  void aPredicateThatThrowsDoesNotRetry() throws Exception {
    plan.retry(
        r ->
            r.shouldRetry(
                head -> {
                  throw new IllegalStateException("bug");
                }));

    assertThat(sendsAfter(Step.reply(503))).isEqualTo(1);
  }

  @Test
  @Tag("R12")
  void aPredicateThatRaisesAnErrorDoesNotRetry() throws Exception {
    plan.retry(
        r ->
            r.shouldRetry(
                head -> {
                  throw new AssertionError("bug");
                }));

    assertThat(sendsAfter(Step.reply(503))).isEqualTo(1);
  }

  @Test
  @Tag("R12")
  void aReaderThatThrowsGivesNoHint() throws Exception {
    plan.hints(
        (head, now) -> {
          throw new IllegalStateException("bug");
        });
    script(Step.reply(503, "9"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(1));
  }

  @Test
  @Tag("R12")
  void readersThatGiveNullGiveNothing() throws Exception {
    plan.hints((head, now) -> null).verdicts((head, now) -> null);
    script(Step.reply(503, "9"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(1));
  }

  @Test
  @Tag("R12")
  void aVerdictReaderOrASpreadThatThrowsIsLeftOut() throws Exception {
    plan.verdicts(
            (head, now) -> {
              throw new IllegalStateException("bug");
            })
        .retry(
            r ->
                r.hintSpread(
                    (hint, random) -> {
                      throw new IllegalStateException("bug");
                    }));
    script(Step.reply(503, "4"), Step.reply(200));

    call();

    assertThat(sentAt()).containsExactly(seconds(0), seconds(4));
  }

  @Test
  @Tag("R1")
  void aHostThatNeverAsksTheGateIsAskedLate() throws Exception {
    script(Step.reply(503), Step.reply(503), Step.reply(200)).asksLate = true;

    assertThat(call().status()).isEqualTo(200);
    assertThat(exchange.discarded).extracting(Reply::status).containsExactly(503, 503);
  }

  @Test
  @Tag("R1")
  void theGateIsAskedOnceForEachAttempt() throws Exception {
    AtomicInteger predicates = new AtomicInteger();
    plan.retry(
        r ->
            r.shouldRetry(
                head -> {
                  predicates.incrementAndGet();
                  return head.status() == 503;
                }));
    script(Step.reply(503), Step.reply(503), Step.reply(200));

    call();

    assertThat(exchange.gateAsked).hasValue(3);
    assertThat(predicates).hasValue(3);
  }
}
