package dev.heed.attempt;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Tells the server how many retries came before: absent on the first send, then 1, 2, 3.
 *
 * @param header the name of the field
 */
public record AttemptNumber(String header) implements Stage {

  /** Checks its argument. */
  public AttemptNumber {
    Objects.requireNonNull(header, "header");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    if (request.attempt() > 1) {
      request.setHeader(header, Integer.toString(request.attempt() - 1));
    }
    return Stage.done();
  }

  @Override
  public String name() {
    return "attempt number (" + header + ")";
  }

  @Override
  public String kind() {
    return "attempt number";
  }
}
