package dev.heed.retry;

import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageContractException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run through the stages of a ring: prepares inwards, and tells the end outwards. Never waits:
 * a stage that is not ready is handed back, and the run goes on when the driver asks again.
 */
final class RingRun {

  private static final System.Logger LOG = System.getLogger("dev.heed.call");

  private final Stage[] stages;
  private final EditableRequest request;
  private int started;
  private @Nullable CompletableFuture<?> pending;

  RingRun(Stage[] stages, EditableRequest request) {
    this.stages = stages;
    this.request = request;
  }

  EditableRequest request() {
    return request;
  }

  /**
   * Runs the stages as far as they are ready.
   *
   * @return what to wait for before asking again; null when all stages are done, or one has
   *     answered
   * @throws StageFailure when a stage fails or breaks its contract
   */
  @Nullable CompletableFuture<?> advance() throws StageFailure {
    if (pending != null) {
      finish(pending);
    }
    while (started < stages.length && request.answer() == null) {
      CompletableFuture<?> result = begin(stages[started]);
      if (result == null) {
        continue;
      }
      if (!result.isDone()) {
        pending = result;
        return result;
      }
      finish(result);
    }
    return null;
  }

  /** Starts the next stage; null when it is done already. */
  private @Nullable CompletableFuture<?> begin(Stage stage) throws StageFailure {
    request.open(stage.name());
    started++;
    CompletionStage<?> result;
    try {
      result = stage.prepare(request);
    } catch (Throwable e) {
      request.close();
      throw new StageFailure(stage.name(), e);
    }
    if (Stage.DONE.equals(result)) {
      request.close();
      return null;
    }
    if (result == null) {
      request.close();
      throw new StageFailure(
          stage.name(),
          new StageContractException(
              "stage " + stage.name() + " returned null from prepare: return Stage.done()"));
    }
    return result.toCompletableFuture();
  }

  private void finish(CompletableFuture<?> result) throws StageFailure {
    pending = null;
    request.close();
    try {
      result.join();
    } catch (RuntimeException e) {
      throw new StageFailure(stages[started - 1].name(), e);
    }
  }

  /** Tells the stages that ran, innermost first. */
  void ended(Outcome outcome) {
    request.close();
    for (int i = started - 1; i >= 0; i--) {
      try {
        stages[i].ended(request, outcome);
      } catch (Throwable e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "stage " + stages[i].name() + " failed in ended; the outcome stands",
            e);
      }
    }
  }
}
