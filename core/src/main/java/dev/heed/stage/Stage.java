package dev.heed.stage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A step of a ring, the same on every client: it prepares the request, and is told how it ended.
 *
 * <p>Registered with {@code perCall} it runs once for each logical call; with {@code perAttempt},
 * once for each send. Stages run in the order of their registration, the first is the outermost.
 *
 * <p>One stage serves all calls of a plan at the same time and must be safe for use by several
 * threads. What belongs to one call is kept in {@link StageRequest#attributes()}, not in fields.
 *
 * <p>A stage that throws, or whose result fails, ends the call without a retry; {@link
 * TransientStageException} asks for one. Neither half runs on a timer thread or on the common pool.
 */
@FunctionalInterface
public interface Stage {

  /**
   * Prepares the request, now or later.
   *
   * @param request what will be sent; edits apply to this call or attempt only
   * @return {@link #done()} when the edits are made; or a stage that completes when they are. Never
   *     null
   */
  CompletionStage<?> prepare(StageRequest request);

  /**
   * Told how the call or the attempt ended, once for each {@link #prepare} that ran. Does nothing
   * by default. An exception is logged and changes nothing.
   */
  default void ended(StageRequest request, Outcome outcome) {}

  /** The name shown by {@code describe()} and in errors: by default the class's simple name. */
  default String name() {
    String simple = getClass().getSimpleName();
    return simple.isEmpty() ? "anonymous stage" : simple;
  }

  /**
   * What the stage does: where defaults are shared by several clients, a client's stage replaces
   * the default one of its kind. By default its name; for a class without one, the class.
   */
  default String kind() {
    return getClass().isAnonymousClass() ? getClass().getName() : name();
  }

  /** The answer of a stage whose edits are made. */
  static CompletionStage<?> done() {
    return DONE;
  }

  /** The shared answer; use {@link #done()}. */
  CompletionStage<?> DONE = CompletableFuture.completedFuture(null).minimalCompletionStage();

  /**
   * A stage that edits the request at once.
   *
   * @param name the name shown by {@code describe()} and in errors
   * @param edit sets or removes headers
   */
  static Stage of(String name, Consumer<? super StageRequest> edit) {
    return new EditStage(name, edit);
  }
}
