package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.exact;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Stages;
import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.hint.Hint;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a batch is sent again, without a new event and without a flush. */
@Tag("D1")
class RetryingTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;

  private DeliveryQueue open(HttpConfig.Builder http) {
    return QueueFixture.open(
        fixture
            .builder()
            .config(DeliveryConfig.builder().maxBatchEvents(1).build())
            .httpConfig(http.build()));
  }

  private void pass(Duration time) {
    fixture.time.advance(time);
  }

  @Test
  @Tag("D4")
  @Tag("statement-1")
  void aQueueWithDefaultsRetriesA500() {
    client.replies(Reply.status(500));
    DeliveryQueue queue = QueueFixture.open(fixture.builder().config(DeliveryConfig.defaults()));
    offer(queue, 1);
    assertThat(fixture.flush(queue, Duration.ofSeconds(5)).delivered()).isEqualTo(1);
    assertThat(client.bodies()).containsExactly("[{\"n\":1}]", "[{\"n\":1}]");
  }

  @Test
  void aBatchIsSentAgainWhenItsWaitEndsAndNotAMomentEarlier() {
    client.replies(Reply.status(503), Reply.status(503), Reply.status(503));
    offer(fixture.open(1), 1);
    pass(Duration.ofMillis(500).minusNanos(1));
    assertThat(client.sent()).hasSize(1);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 500L, 1500L, 3500L);
    assertThat(heard.delivered()).containsExactly(event(1));
    assertThat(fixture.time.pending()).isEmpty();
  }

  @Test
  @Tag("statement-45")
  @Tag("statement-47")
  void otherBatchesDoNotWaitForOneThatBacksOff() {
    client.replies(Reply.status(500));
    offer(fixture.open(1), 1, 3);
    assertThat(client.bodies()).containsExactly("[{\"n\":1}]", "[{\"n\":2}]", "[{\"n\":3}]");
    pass(Duration.ofSeconds(1));
    assertThat(heard.delivered()).containsExactly(event(2), event(3), event(1));
  }

  @Test
  @Tag("statement-47")
  @Tag("statement-59")
  void aPauseHoldsAllBatchesAndEndsByItself() {
    client.replies(Reply.status(429).retryAfter(7));
    offer(fixture.open(1), 1, 3);
    pass(Duration.ofSeconds(7).minusNanos(1));
    assertThat(client.sent()).hasSize(1);
    pass(Duration.ofNanos(1));
    assertThat(client.millis()).containsExactly(0L, 7000L, 7000L, 7000L);
    assertThat(heard.delivered()).containsExactly(event(1), event(2), event(3));
  }

  @Test
  void thePauseCountsFromTheHeadOfTheAnswer() {
    client.replies(Reply.status(503).retryAfter(10).after(Duration.ofSeconds(2)));
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 12_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60000",
    "' 120 ', 120000",
    "1.5, 1500",
    "'Sun, 01 Mar 2026 12:00:02 GMT', 2000",
    "'Sun, 01 Mar 2026 11:59:50 GMT', 500",
    "0, 500",
    "-5, 500",
    "soon, 500",
    "3600, 300000",
    "99999999999, 300000",
    "99999999999999999999999, 300000",
  })
  @Tag("statement-25")
  void aRetryAfterOfA503IsReadInAllItsForms(String value, long expected) {
    client.replies(Reply.status(503).retryAfter(value));
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(10));
    assertThat(client.millis()).containsExactly(0L, expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 500", "'Sun, 01 Mar 2026 11:59:50 GMT', 500", "soon, 300000", "2, 2000"})
  void aRetryAfterOfA429(String value, long expected) {
    client.replies(Reply.status(429).retryAfter(value));
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(10));
    assertThat(client.millis()).containsExactly(0L, expected);
  }

  @Test
  @Tag("statement-44")
  void aHeaderNameMayBeInAnyLetterCase() {
    client.replies(Reply.status(503).header("retry-after", "3"));
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 3000L);
  }

  @Test
  void aBare429MayBackOffInsteadOfPausing() {
    client.replies(Reply.status(429));
    DeliveryQueue queue = fixture.open(c -> c.maxBatchEvents(1).backOffOnBare429(true));
    offer(queue, 1, 2);
    pass(Duration.ofSeconds(1));
    assertThat(client.bodies()).containsExactly("[{\"n\":1}]", "[{\"n\":2}]", "[{\"n\":1}]");
    assertThat(client.millis()).containsExactly(0L, 0L, 500L);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 304, 400, 401, 403, 404, 413, 422, 501, 505, 511})
  @Tag("statement-18")
  @Tag("statement-22")
  @Tag("statement-23")
  void whatIsRefusedForGoodIsSentOnceAlsoWithAHint(int status) {
    client.replies(Reply.status(status).retryAfter(5));
    offer(fixture.open(1), 1);
    pass(Duration.ofHours(1));
    assertThat(client.sent()).hasSize(1);
    assertThat(heard.reasons()).containsExactly(DropReason.REFUSED);
    assertThat(heard.outcomes().get(0).status()).hasValue(status);
    assertThat(heard.outcomes().get(0).why())
        .isEqualTo(status + " is not retried (backoffConfig.statusCodeOverrides)");
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 410, 429, 460, 500, 502, 503, 504, 508, 529})
  @Tag("statement-24")
  void whatMayPassIsRetriedWithAHintAndWithout(int status) {
    client.replies(Reply.status(status), Reply.status(status).retryAfter(1));
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(10));
    assertThat(client.sent()).hasSize(3);
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  void a204IsASuccess() {
    client.replies(Reply.status(204));
    offer(fixture.open(1), 1);
    assertThat(heard.delivered()).hasSize(1);
  }

  @Test
  @Tag("statement-2")
  @Tag("statement-19")
  void theRateLimitSwitchDropsA429AfterOneRequest() {
    client.replies(Reply.status(429).retryAfter(1));
    offer(open(exact().rateLimit(r -> r.enabled(false))), 1);
    pass(Duration.ofHours(1));
    assertThat(client.sent()).hasSize(1);
    assertThat(heard.reasons()).containsExactly(DropReason.RETRIES_OFF);
    assertThat(heard.outcomes().get(0).why())
        .isEqualTo("429 would be retried, but rateLimitConfig.enabled is false");
  }

  @Test
  @Tag("statement-15")
  @Tag("statement-16")
  @Tag("statement-17")
  void theBackoffSwitchDropsA500AfterOneRequestAndKeepsOneWithAHint() {
    client.replies(
        Reply.status(500), Reply.status(503).retryAfter(0), Reply.status(503).retryAfter(2));
    offer(open(exact().backoff(b -> b.enabled(false))), 1, 3);
    assertThat(heard.dropped()).containsExactly(event(1), event(2));
    pass(Duration.ofSeconds(2));
    assertThat(client.millis()).containsExactly(0L, 0L, 0L, 2000L);
    assertThat(heard.delivered()).containsExactly(event(3));
  }

  @Test
  @Tag("statement-2")
  void withBothSwitchesOffWhatMayPassIsKeptAndNotHammered() {
    client.otherwise(sent -> Reply.status(sent.millis() < 600_000 ? 503 : 200));
    offer(open(exact().rateLimit(r -> r.enabled(false)).backoff(b -> b.enabled(false))), 1);
    pass(Duration.ofMinutes(11));
    assertThat(heard.delivered()).containsExactly(event(1));
    assertThat(client.sent()).hasSizeBetween(10, 20);
    assertThat(client.millis()).startsWith(0L, 500L, 1500L);
  }

  @Test
  @Tag("D4")
  void aNetworkFailureIsRetriedAndDroppedByTimeAlone() {
    client.otherwise(sent -> Reply.failure(new ConnectException("refused")));
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(1).limitRetries(true).build())
                .httpConfig(exact().backoff(b -> b.maxRetryCount(0)).build()));
    offer(queue, 1);
    pass(Duration.ofHours(11));
    assertThat(heard.outcomes()).isEmpty();
    pass(Duration.ofHours(1));
    assertThat(heard.reasons()).containsExactly(DropReason.TIME_EXHAUSTED);
    assertThat(heard.outcomes().get(0).why()).startsWith("no response, and the next wait of");
    assertThat(heard.outcomes().get(0).status()).isEmpty();
  }

  @Test
  void aNetworkFailureIsKeptWhereBackingOffIsSwitchedOff() {
    client.replies(
        Reply.failure(new IOException("reset")), Reply.failure(new IOException("again")));
    offer(open(exact().backoff(b -> b.enabled(false))), 1);
    pass(Duration.ofSeconds(10));
    assertThat(client.millis()).containsExactly(0L, 500L, 1500L);
    assertThat(heard.delivered()).hasSize(1);
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUpAfterTheTimeout() {
    client.replies(Reply.silence());
    offer(fixture.open(c -> c.maxBatchEvents(1).uploadTimeout(Duration.ofSeconds(5))), 1);
    pass(Duration.ofSeconds(6));
    assertThat(client.millis()).containsExactly(0L, 5500L);
    assertThat(client.cancelled()).isEqualTo(1);
    assertThat(heard.uploads().get(0))
        .hasToString(
            "batch 1, attempt 1 (1 events): no response backs off for 500 ms after"
                + " AttemptTimeoutException, again at "
                + VirtualTime.START.plusMillis(5500));
  }

  @ParameterizedTest
  @CsvSource({"200, true", "400, false"})
  @Tag("statement-42")
  void theStatusDecidesWhenTheBodyBreaks(int status, boolean delivered) {
    client.replies(Reply.status(status).body("{\"half\":").broken());
    offer(fixture.open(1), 1);
    pass(Duration.ofHours(1));
    assertThat(client.sent()).hasSize(1);
    assertThat(heard.outcomes().get(0).isDelivered()).isEqualTo(delivered);
    assertThat(heard.uploads().get(0).failure()).isPresent();
  }

  @Test
  @Tag("statement-41")
  void aHintIsNotLostWithABodyThatBreaks() {
    client.replies(Reply.status(503).retryAfter(9).body("oops").broken());
    offer(fixture.open(1), 1);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 9000L);
  }

  @Test
  @Tag("D8")
  @Tag("statement-60")
  void theRetryCountIsOfTheBatchItself() {
    client.replies(
        Reply.status(429).retryAfter(1), Reply.status(500), Reply.status(503).retryAfter(1));
    offer(fixture.open(1), 1, 2);
    pass(Duration.ofMinutes(1));
    List<String> counts = new ArrayList<>();
    client.sent().forEach(sent -> counts.add(sent.body() + sent.header("X-Retry-Count")));
    assertThat(counts)
        .containsExactly(
            "[{\"n\":1}]null", "[{\"n\":1}]1", "[{\"n\":2}]null", "[{\"n\":1}]2", "[{\"n\":2}]1");
  }

  @Test
  @Tag("D5")
  @Tag("statement-53")
  void everyAttemptHasTheSameBytes() {
    client.replies(Reply.status(500), Reply.status(500), Reply.status(500));
    DeliveryQueue queue = fixture.open(2);
    var unused = queue.offer("{ \"messageId\" : \"a-1\", \"timestamp\":1.50e0 }");
    offer(queue, 2);
    pass(Duration.ofMinutes(1));
    assertThat(client.bodies())
        .hasSize(4)
        .containsOnly("[{ \"messageId\" : \"a-1\", \"timestamp\":1.50e0 },{\"n\":2}]");
  }

  @Test
  @Tag("D10")
  void aStatusCanBeToldToKeep() {
    client.otherwise(sent -> Reply.status(sent.millis() < 86_400_000 ? 403 : 200));
    offer(open(exact().backoff(b -> b.statusCodeOverride(403, Behavior.KEEP))), 1);
    pass(Duration.ofHours(25));
    assertThat(heard.dropped()).isEmpty();
    assertThat(heard.delivered()).containsExactly(event(1));
  }

  @Test
  void noMoreBatchesThanAllowedAreTriedOnAServerThatRefusesAll() {
    client.otherwise(sent -> Reply.status(503));
    offer(fixture.open(c -> c.maxBatchEvents(1).maxBackingOff(3)), 1, 50);
    pass(Duration.ofMinutes(30));
    assertThat(client.bodies())
        .containsOnly("[{\"n\":1}]", "[{\"n\":2}]", "[{\"n\":3}]")
        .hasSizeLessThan(3 * 40);
  }

  @Test
  void theQueueWakesItselfForTheBatchThatIsDueFirst() {
    client.replies(Reply.status(500), Reply.status(500), Reply.status(500));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1);
    pass(Duration.ofMillis(600));
    offer(queue, 2);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 500L, 600L, 1100L, 1500L);
  }

  @Test
  void retryNowEndsAllWaits() {
    client.replies(Reply.status(500), Reply.status(429).retryAfter(200));
    DeliveryQueue queue = fixture.open(1);
    offer(queue, 1, 2);
    assertThat(queue.status().pausedUntil()).isPresent();
    queue.retryNow();
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
    assertThat(queue.status().pausedUntil()).isEmpty();
  }

  @Test
  @Tag("D3")
  void aWallClockThatIsTurnedChangesNoWait() {
    client.replies(Reply.status(503).retryAfter(30));
    offer(fixture.open(1), 1);
    pass(Duration.ofSeconds(10));
    fixture.time.turnWallClock(Duration.ofDays(-365));
    pass(Duration.ofSeconds(15));
    fixture.time.turnWallClock(Duration.ofDays(730));
    pass(Duration.ofSeconds(5).minusNanos(1));
    assertThat(client.sent()).hasSize(1);
    pass(Duration.ofNanos(1));
    assertThat(client.sent()).hasSize(2);
  }

  @Test
  void aSuspendedMachineSendsOnceOnWaking() {
    client.replies(Reply.status(503), Reply.status(503), Reply.status(503));
    offer(fixture.open(1), 1);
    fixture.time.jump(Duration.ofSeconds(20));
    assertThat(client.millis()).containsExactly(0L, 20_000L);
  }

  @Test
  void aHintReaderThatThrowsIsNoHint() {
    client.replies(Reply.status(503).retryAfter(100));
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(1).build())
                .hints(
                    (head, now) -> {
                      throw new IllegalStateException("oops");
                    }));
    offer(queue, 1);
    pass(Duration.ofSeconds(1));
    assertThat(client.millis()).containsExactly(0L, 500L);
    assertThat(heard.troubles())
        .first()
        .isEqualTo("the hint reader failed; the answer counts as one without a hint");
  }

  @Test
  void anyReaderOfHintsCanBeUsed() {
    client.replies(Reply.status(503).header("X-Back-In", "4"));
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(1).build())
                .hints((head, now) -> hint(head.values("X-Back-In"))));
    offer(queue, 1);
    pass(Duration.ofMinutes(1));
    assertThat(client.millis()).containsExactly(0L, 4000L);
  }

  private static Hint hint(List<String> values) {
    return values.isEmpty()
        ? Hint.none()
        : Hint.waitFor(Duration.ofSeconds(Long.parseLong(values.get(0))));
  }

  @Test
  @Tag("D8")
  void aStageSetsTheCredentialsOfEachUpload() {
    client.replies(Reply.status(500));
    List<String> tokens = new ArrayList<>(List.of("one", "two"));
    DeliveryQueue queue =
        QueueFixture.open(fixture.builder().stage(Stages.bearer(() -> tokens.remove(0))));
    offer(queue, 1);
    fixture.flush(queue, Duration.ofSeconds(2));
    assertThat(client.sent())
        .extracting(sent -> sent.header("Authorization"))
        .containsExactly("Bearer one", "Bearer two");
  }

  @Test
  void credentialsAreRefreshedOnceAndA511IsRetriedThen() {
    client.replies(Reply.status(401), Reply.ok(), Reply.status(511), Reply.status(511));
    int[] refreshed = {0};
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxBatchEvents(1).build())
                .reauthenticate(
                    head -> {
                      refreshed[0]++;
                      return CompletableFuture.completedFuture(null);
                    }));
    offer(queue, 1);
    assertThat(heard.delivered()).containsExactly(event(1));
    offer(queue, 2);
    assertThat(refreshed[0]).isEqualTo(2);
    pass(Duration.ofSeconds(1));
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
  }

  @Test
  void aStageThatFailsDelaysTheBatch() {
    int[] calls = {0};
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .stage(
                    Stages.signer(
                        request -> {
                          if (calls[0]++ == 0) {
                            throw new IllegalStateException("no key");
                          }
                        })));
    offer(queue, 1);
    assertThat(fixture.flush(queue, Duration.ofSeconds(2)).delivered()).isEqualTo(1);
    assertThat(client.millis()).containsExactly(500L);
  }

  @Test
  void aClientThatFollowsRedirectsIsRefused() {
    HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    assertThatThrownBy(() -> fixture.builder().client(client).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "queue tests cannot be opened: the client follows redirects, so that events could be"
                + " lost without a sign; build it with followRedirects(HttpClient.Redirect.NEVER)");
  }

  @Test
  void everythingThatIsMissingIsListed() {
    assertThatThrownBy(() -> DeliveryQueue.builder(" ").open())
        .hasMessage(
            "queue   cannot be opened: the name must not be blank; an uploader is missing:"
                + " uploader(Uploader.to(uri).build())");
  }
}
