package dev.heed.call;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Gives each call one id in a header, the same on every attempt. A value of the caller's own is
 * kept.
 *
 * @param header the name of the field
 * @param ids makes a new id; safe for use by several threads
 */
public record CorrelationId(String header, Supplier<String> ids) implements Stage {

  /** Checks its arguments. */
  public CorrelationId {
    Objects.requireNonNull(header, "header");
    Objects.requireNonNull(ids, "ids");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    if (request.values(header).isEmpty()) {
      request.setHeader(header, ids.get());
    }
    return Stage.done();
  }

  @Override
  public String name() {
    return "correlation id (" + header + ")";
  }

  @Override
  public String kind() {
    return "correlation id";
  }
}
