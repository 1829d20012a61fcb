package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.stage.Stage;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The keys of the ready-made stages that need no code. */
final class StageKeys {

  static final Group PER_CALL =
      new Group(
          "per-call",
          "Ready-made stages that run once for each call.",
          List.of(
              new Key<>(
                  "idempotency-key",
                  ValueTypes.choice(
                      ValueTypes.words(
                          "none", Optional.<Stage>empty(),
                          "set", Optional.of(Stages.idempotencyKey()),
                          "deduplicated", Optional.of(Stages.deduplicatedByServer()))),
                  "none",
                  "A random `Idempotency-Key` for each call, the same on all its attempts."
                      + " `deduplicated` says, too, that the server acts once for each key, so that"
                      + " every method may be retried.",
                  perCall("idempotency key", stage -> stage)),
              new Key<>(
                  "correlation-id",
                  ValueTypes.header("X-Correlation-Id"),
                  "none",
                  "The header for a random id of each call, the same on all its attempts.",
                  perCall("correlation id", header -> header.map(Stages::correlationId)))),
          Group.Effect.EACH);

  static final Group PER_ATTEMPT =
      new Group(
          "per-attempt",
          "Ready-made stages that run once for each send.",
          List.of(
              new Key<>(
                  "attempt-number",
                  ValueTypes.header("X-Retry-Count"),
                  "none",
                  "The header for the number of retries so far; absent on the first send.",
                  perAttempt("attempt number", header -> header.map(Stages::attemptNumber))),
              new Key<>(
                  "traceparent",
                  ValueTypes.yesOrNo(),
                  "false",
                  "Whether each send gets a `traceparent` with a span id of its own.",
                  perAttempt("traceparent", StageKeys::traceParent))),
          Group.Effect.EACH);

  private StageKeys() {}

  private static Optional<Stage> traceParent(boolean on) {
    return on ? Optional.of(Stages.traceParent()) : Optional.empty();
  }

  private static <T> BiConsumer<Heed.Builder, T> perCall(
      String kind, Function<T, Optional<Stage>> made) {
    return (plan, value) ->
        made.apply(value).ifPresentOrElse(plan::perCall, () -> plan.without(kind));
  }

  private static <T> BiConsumer<Heed.Builder, T> perAttempt(
      String kind, Function<T, Optional<Stage>> made) {
    return (plan, value) ->
        made.apply(value).ifPresentOrElse(plan::perAttempt, () -> plan.without(kind));
  }
}
