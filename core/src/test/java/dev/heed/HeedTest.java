package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.time.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class HeedTest {

  @Test
  @Tag("G2")
  void everythingThatIsWrongWithAPlanIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                Heed.builder(" ")
                    .retry(r -> r.maxRetries(-1).baseDelay(Duration.ofMinutes(1)))
                    .callTimeout(Duration.ZERO)
                    .attemptTimeout(Duration.ofSeconds(-1))
                    .bodyBuffer(-1, 5)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "plan   cannot be built: maxRetries must not be negative: -1; baseDelay 1 min must not"
                + " exceed maxDelay 30 s; the name must not be blank; callTimeout must be"
                + " positive: 0 ms; attemptTimeout must be positive: -1 s; bodyBuffer must be 0 <="
                + " each <= all: -1, 5");
  }

  @Test
  @Tag("G2")
  void anAttemptMustFitTheCall() {
    Heed.Builder plan = Heed.builder("acme").callTimeout(Duration.ofSeconds(5));

    assertThat(plan.attemptTimeout(Duration.ofSeconds(5)).build().name()).isEqualTo("acme");
    assertThatThrownBy(() -> plan.attemptTimeout(Duration.ofSeconds(6)).build())
        .hasMessageContaining("attemptTimeout 6 s must not exceed callTimeout 5 s");
  }

  @Test
  @Tag("G2")
  void theBufferOfOneBodyMustFitThatOfAll() {
    assertThat(Heed.builder("acme").bodyBuffer(0, 0).build()).isNotNull();
    assertThat(Heed.builder("acme").bodyBuffer(7, 7).build()).isNotNull();
    assertThatThrownBy(() -> Heed.builder("acme").bodyBuffer(7, 6).build())
        .hasMessageContaining("bodyBuffer must be 0 <= each <= all: 7, 6");
  }

  @Test
  void nullIsRefusedWhereItIsGiven() {
    Heed.Builder plan = Heed.builder("acme");

    assertThatThrownBy(() -> Heed.builder(null)).hasMessage("name");
    assertThatThrownBy(() -> plan.hints(null)).hasMessage("hints");
    assertThatThrownBy(() -> plan.perCall((dev.heed.stage.Stage) null)).hasMessage("stage");
    assertThatThrownBy(() -> plan.perAttempt((dev.heed.stage.Stage) null)).hasMessage("stage");
    assertThatThrownBy(() -> plan.callTimeout(null)).hasMessage("limit");
  }

  @Test
  void aPlanUsesTheSystemsTimeUnlessItIsGivenAnother() {
    assertThat(Heed.defaults().time()).isSameAs(TimeSource.system());
    assertThat(Heed.defaults().name()).isEqualTo("default");
  }
}
