package dev.heed.resilience4j;

import static dev.heed.guard.Settlement.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.GuardKind;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RateLimitTest {

  private static final RateLimit TWO = RateLimit.of(2, Duration.ofSeconds(1));

  private final VirtualTime time = new VirtualTime();
  private final Guarding limit = new Guarding(TWO, time);

  @Test
  @Tag("G3")
  void oneMoreIsRefusedWithTheTimeUntilTheNextPeriod() {
    limit.times(2, SUCCESS);
    time.advance(Duration.ofMillis(400));
    assertThat(limit.ask())
        .hasToString(
            "refused: the rate limit of 2 in 1 s is reached: raise it, or send less (again in 600"
                + " ms)");
  }

  @Test
  void theNextPeriodBeginsExactlyThen() {
    limit.times(2, SUCCESS);
    time.advance(Duration.ofSeconds(1));
    limit.times(2, SUCCESS);
    assertThat(limit.guard.state()).isEqualTo("0 of 2 left");
  }

  @Test
  @Tag("G5")
  void itIsIdleWhenNothingIsTaken() {
    assertThat(limit.guard.isIdle()).isTrue();
    limit.once(SUCCESS);
    assertThat(limit.guard.isIdle()).isFalse();
    time.advance(Duration.ofSeconds(1));
    assertThat(limit.guard.isIdle()).isTrue();
  }

  @Test
  @Tag("G2")
  void numberAndPeriodMustBePositive() {
    assertThatThrownBy(() -> RateLimit.of(0, Duration.ofSeconds(1)))
        .hasMessage("a rate limit needs a positive number in a positive period: 0 in 1 s");
    assertThatThrownBy(() -> RateLimit.of(1, Duration.ZERO))
        .hasMessage("a rate limit needs a positive number in a positive period: 1 in 0 ms");
  }

  @Test
  void itDescribesItself() {
    assertThat(TWO.kind()).isEqualTo(GuardKind.LIMIT);
    assertThat(TWO.name() + ": " + TWO.options()).isEqualTo("rate limit: 2 in 1 s");
    assertThat(TWO)
        .isEqualTo(RateLimit.of(2, Duration.ofSeconds(1)))
        .hasSameHashCodeAs(RateLimit.of(2, Duration.ofSeconds(1)))
        .isNotEqualTo(RateLimit.of(3, Duration.ofSeconds(1)));
  }
}
