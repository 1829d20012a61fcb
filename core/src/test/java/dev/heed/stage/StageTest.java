package dev.heed.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C7")
final class StageTest {

  /** Named by its class. */
  private static final class Nameless implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      return Stage.done();
    }
  }

  @Test
  void aStageIsNamedByItsClassUnlessItSaysOtherwise() {
    assertThat(new Nameless().name()).isEqualTo("Nameless");
    assertThat(Stage.of("mine", request -> {}).name()).isEqualTo("mine");
    Stage anonymous =
        new Stage() {
          @Override
          public CompletionStage<?> prepare(StageRequest request) {
            return Stage.done();
          }
        };
    assertThat(anonymous.name()).isEqualTo("anonymous stage");
  }

  @Test
  void anOutcomeIsAStatusOrAFailure() {
    IOException reset = new IOException("reset");

    assertThat(Outcome.response(503).status()).hasValue(503);
    assertThat(Outcome.response(503).failure()).isEmpty();
    assertThat(Outcome.failure(reset).failure()).contains(reset);
    assertThat(Outcome.failure(reset).status()).isEmpty();
    assertThat(Outcome.response(503)).hasToString("503");
    assertThat(Outcome.failure(reset)).hasToString("java.io.IOException: reset");
  }

  @Test
  void successEndsBelowFourHundred() {
    assertThat(Outcome.response(200).isSuccess()).isTrue();
    assertThat(Outcome.response(399).isSuccess()).isTrue();
    assertThat(Outcome.response(400).isSuccess()).isFalse();
    assertThat(Outcome.failure(new IOException()).isSuccess()).isFalse();
  }
}
