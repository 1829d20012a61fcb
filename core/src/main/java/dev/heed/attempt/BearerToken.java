package dev.heed.attempt;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Sets {@code Authorization: Bearer} anew on each attempt, so that a token that was renewed during
 * a wait is the one that is sent.
 *
 * @param tokens gives the token of the moment, now or later; safe for use by several threads
 */
public record BearerToken(Supplier<? extends CompletionStage<String>> tokens) implements Stage {

  /** Checks its arguments. */
  public BearerToken {
    Objects.requireNonNull(tokens, "tokens");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    return tokens.get().thenAccept(token -> request.setHeader("Authorization", "Bearer " + token));
  }

  @Override
  public String name() {
    return "bearer token";
  }
}
