package dev.heed.stage;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A stage made of one function that edits the request at once. */
record EditStage(String name, Consumer<? super StageRequest> edit) implements Stage {

  EditStage {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(edit, "edit");
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    edit.accept(request);
    return Stage.done();
  }
}
