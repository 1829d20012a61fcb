package dev.heed.attempt;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Signs each attempt as the last stage before the send, so that the signature is fresh after a wait
 * and covers what the other stages have set.
 *
 * @param signer sets the headers of the signature; safe for use by several threads
 */
public record RequestSigner(Consumer<? super StageRequest> signer) implements Stage {

  /** Checks its argument. */
  public RequestSigner {
    Objects.requireNonNull(signer, "signer");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    signer.accept(request);
    return Stage.done();
  }

  @Override
  public String name() {
    return "request signer";
  }
}
