package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.hint.VerdictReader;
import dev.heed.hint.Verdicts;
import dev.heed.retry.RequestTimeoutCovers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys directly below a client, and those of its buffers. */
final class PlanKeys {

  static final Group TOP =
      new Group(
          "",
          "What stands directly below a client.",
          List.of(
              new Key<>(
                  "hints",
                  ValueTypes.choice(readers()),
                  "retry-after",
                  "Which headers of the server say when to come back: a dialect.",
                  Heed.Builder::hints),
              new Key<>(
                  "verdicts",
                  ValueTypes.choice(verdicts()),
                  "none",
                  "Which headers of the server say whether to try again at all.",
                  (plan, reader) ->
                      reader.ifPresentOrElse(plan::verdicts, () -> plan.without("verdicts"))),
              new Key<>(
                  "call-timeout",
                  ValueTypes.limit("30s"),
                  "none",
                  "The limit for one call, all sends and waits together.",
                  (plan, limit) ->
                      limit.ifPresentOrElse(plan::callTimeout, () -> plan.without("call timeout"))),
              new Key<>(
                  "attempt-timeout",
                  ValueTypes.limit("10s"),
                  "none",
                  "The limit for each send.",
                  (plan, limit) ->
                      limit.ifPresentOrElse(
                          plan::attemptTimeout, () -> plan.without("attempt timeout"))),
              GuardKeys.CONCURRENCY_LIMIT,
              GuardKeys.SEND_LIMIT,
              BreakerKeys.RATE_LIMIT,
              new Key<>(
                  "request-timeout-covers",
                  ValueTypes.choice(
                      ValueTypes.words(
                          "call", RequestTimeoutCovers.CALL,
                          "attempt", RequestTimeoutCovers.ATTEMPT)),
                  "call",
                  "What the time limit on a request itself bounds.",
                  Heed.Builder::requestTimeoutCovers),
              new Key<>(
                  "stack-retries",
                  ValueTypes.yesOrNo(),
                  "false",
                  "Whether calls that a client of Heed further out retries are retried here again.",
                  Heed.Builder::stackRetries),
              new Key<>(
                  "reports",
                  ValueTypes.yesOrNo(),
                  "false",
                  "Whether a report is kept of every call that returns a response.",
                  Heed.Builder::reports)),
          Group.Effect.EACH);

  private static final Key<Long> EACH =
      new Key<>(
          "each",
          ValueTypes.size("1MiB", Integer.MAX_VALUE),
          "1MiB",
          "For one call.",
          (plan, size) -> {});

  private static final Key<Long> ALL =
      new Key<>(
          "all",
          ValueTypes.size("64MiB", Long.MAX_VALUE),
          "64MiB",
          "For all calls of the client together.",
          (plan, size) -> {});

  /** Both at once, since the plan takes them so. */
  static final Group BODY_BUFFER =
      new Group(
          "body-buffer",
          "How much is kept of bodies that can be read once, so that they can be sent again.",
          List.of(EACH, ALL),
          (own, below, plan) -> {
            Values all = below.and(own);
            plan.bodyBuffer(
                all.get(EACH).orElse(1L << 20).intValue(), all.get(ALL).orElse(64L << 20));
          });

  private PlanKeys() {}

  private static Map<String, HintReader> readers() {
    Map<String, HintReader> readers = new LinkedHashMap<>();
    Hints.names().forEach(name -> readers.put(name, Hints.named(name)));
    return readers;
  }

  private static Map<String, Optional<VerdictReader>> verdicts() {
    Map<String, Optional<VerdictReader>> readers = new LinkedHashMap<>();
    readers.put("none", Optional.empty());
    readers.put("standard", Optional.of(Verdicts.standard()));
    readers.put("should-retry", Optional.of(Verdicts.shouldRetry()));
    readers.put("stripe", Optional.of(Verdicts.stripe()));
    readers.put("grpc-pushback", Optional.of(Verdicts.grpcPushback()));
    readers.put("envoy", Optional.of(Verdicts.envoy()));
    return readers;
  }
}
