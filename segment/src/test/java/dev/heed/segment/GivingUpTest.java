package dev.heed.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.policy.RateLimitConfig;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a batch is given up: after how many retries, and by which switch. */
class GivingUpTest {

  private final SegmentFixture fixture = new SegmentFixture();

  private SegmentClient open(HttpConfig.Builder config) {
    return SegmentFixture.open(fixture.builder().httpConfig(config.build()));
  }

  private void always(Reply reply) {
    fixture.service.on(SegmentFixture.UPLOADS.reusable(), reply);
  }

  private String why() {
    assertThat(fixture.outcomes).hasSize(1);
    return fixture.outcomes.get(0).why();
  }

  @Test
  @Tag("D1")
  void withoutThePathOfRateLimitsA429IsDroppedAtOnceAndTheReasonNamesTheSwitch() {
    always(RetryReply.after(Duration.ofSeconds(1)));
    fixture.deliver(open(SegmentFixture.exact().rateLimit(r -> r.enabled(false))));
    assertThat(fixture.requests()).hasSize(1);
    assertThat(fixture.reasons()).containsExactly(DropReason.RETRIES_OFF);
    assertThat(why()).isEqualTo("429 would be retried, but rateLimitConfig.enabled is false");
  }

  @Test
  @Tag("D1")
  void withoutThePathOfBackoffA500IsDroppedAtOnceAndTheReasonNamesTheSwitch() {
    always(Reply.status(500));
    fixture.deliver(open(SegmentFixture.exact().backoff(b -> b.enabled(false))));
    assertThat(fixture.requests()).hasSize(1);
    assertThat(fixture.reasons()).containsExactly(DropReason.RETRIES_OFF);
    assertThat(why()).isEqualTo("500 would be retried, but backoffConfig.enabled is false");
  }

  @Test
  @Tag("D1")
  void oneSwitchLeavesTheOtherPathAlone() {
    fixture.replies(Reply.status(500), Reply.status(200));
    fixture.deliver(open(SegmentFixture.exact().rateLimit(r -> r.enabled(false))));
    assertThat(fixture.outcomes).allMatch(EventOutcome::isDelivered).hasSize(1);
    fixture.replies(RetryReply.after(Duration.ofSeconds(1)), Reply.status(200));
    fixture.deliver(open(SegmentFixture.exact().backoff(b -> b.enabled(false))));
    assertThat(fixture.outcomes).allMatch(EventOutcome::isDelivered).hasSize(2);
  }

  @Test
  @Tag("D4")
  void aBatchIsGivenUpAfterTenRetries() {
    always(Reply.status(500));
    fixture.deliver(fixture.open());
    assertThat(fixture.requests()).hasSize(11);
    assertThat(fixture.reasons()).containsExactly(DropReason.RETRIES_EXHAUSTED);
    // 0.5 + 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60
    assertThat(fixture.time.elapsed()).isEqualTo(Duration.ofMillis(243_500));
  }

  @Test
  @Tag("D4")
  void aNetworkThatIsDownGivesUpNothingByCount() {
    Reply refused = Reply.fail(() -> new ConnectException("refused"));
    Reply[] more = new Reply[30];
    Arrays.fill(more, refused);
    more[29] = Reply.status(200);
    fixture.replies(refused, more);
    assertThat(fixture.deliver(fixture.open()).delivered()).isEqualTo(1);
    assertThat(fixture.requests()).hasSize(31);
  }

  @Test
  @Tag("D2")
  void theNumberOfPausesEndsAnEpisodeBeforeItsTime() {
    RateLimitConfig defaults = HttpConfig.defaults().rateLimit();
    assertThat(defaults.maxRetryInterval().multipliedBy(defaults.maxRetryCount()))
        .isLessThan(defaults.maxRateLimitDuration());
  }

  @Test
  @Tag("D2")
  void aServerThatAlwaysPausesIsGivenUpByTheirNumber() {
    always(Reply.status(429));
    fixture.deliver(fixture.open());
    assertThat(fixture.reasons()).containsExactly(DropReason.RETRIES_EXHAUSTED);
    assertThat(fixture.requests()).hasSize(101);
    RateLimitConfig defaults = HttpConfig.defaults().rateLimit();
    assertThat(fixture.time.elapsed())
        .isEqualTo(defaults.maxRetryInterval().multipliedBy(defaults.maxRetryCount()));
  }
}
