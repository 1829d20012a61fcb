package dev.heed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.testing.VirtualTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ConcurrencyLimitTest {

  private final Guard limit = Requests.only(Guards.concurrencyLimit(2), new VirtualTime());

  private Admission admit() {
    return limit.admit(Requests.attempt(0));
  }

  private static void settle(Admission admitted) {
    ((Permit) admitted).settle(Requests.ending(Settlement.SUCCESS));
  }

  @Test
  @Tag("G1")
  void oneMoreThanTheLimitIsRefusedAtOnce() {
    assertThat(admit()).isInstanceOf(Permit.class);
    assertThat(admit()).isInstanceOf(Permit.class);
    assertThat(admit())
        .hasToString("refused: the concurrency limit of 2 is reached: raise it, or send less");
    assertThat(limit.state()).isEqualTo("2 of 2");
  }

  @Test
  @Tag("G1")
  void aSettledPermitMakesRoom() {
    Admission first = admit();
    admit();
    settle(first);

    assertThat(limit.state()).isEqualTo("1 of 2");
    assertThat(admit()).isInstanceOf(Permit.class);
  }

  @Test
  @Tag("G5")
  void itIsIdleWhenNothingRuns() {
    assertThat(limit.isIdle()).isTrue();
    Admission only = admit();
    assertThat(limit.isIdle()).isFalse();
    settle(only);
    assertThat(limit.isIdle()).isTrue();
  }

  @Test
  void aRefusalMakesNoObjectForEachCall() {
    admit();
    admit();
    assertThat(admit()).isSameAs(admit());
  }

  @Test
  @Tag("G2")
  void theLimitMustBePositive() {
    assertThatThrownBy(() -> Guards.concurrencyLimit(0))
        .hasMessage("the concurrency limit must be positive: 0");
  }

  @Test
  void itDescribesItself() {
    GuardFamily family = limit.family();
    assertThat(family.kind()).isEqualTo(GuardKind.LIMIT);
    assertThat(family.name() + ": " + family.options())
        .isEqualTo("concurrency limit: 2 at the same time");
  }
}
