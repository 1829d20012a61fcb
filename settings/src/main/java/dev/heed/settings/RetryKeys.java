package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.retry.Jitter;
import dev.heed.retry.RetryMethods;
import dev.heed.retry.RetryPolicy;
import dev.heed.retry.Spread;
import java.util.List;
import java.util.function.BiConsumer;

/** The keys of the retry. */
final class RetryKeys {

  static final String METHODS = "methods";
  static final String STATUSES = "statuses";

  static final Group RETRY =
      new Group(
          "retry",
          "When a call is tried again, how often, and how long it waits.",
          List.of(
              new Key<>(
                  "max-retries",
                  ValueTypes.numberOr("3", 0, "forever", Integer.MAX_VALUE),
                  "3",
                  "Attempts after the first, at most. 0 sends once.",
                  on(RetryPolicy.Builder::maxRetries)),
              new Key<>(
                  "base-delay",
                  ValueTypes.duration("1s"),
                  "1s",
                  "The first backoff, doubled for each further retry.",
                  on(RetryPolicy.Builder::baseDelay)),
              new Key<>(
                  "max-delay",
                  ValueTypes.duration("30s"),
                  "30s",
                  "The longest wait. A server that asks for more gets no retry: its response is"
                      + " returned.",
                  on(RetryPolicy.Builder::maxDelay)),
              new Key<>(
                  "jitter",
                  ValueTypes.choice(
                      ValueTypes.words(
                          "full", Jitter.FULL,
                          "none", Jitter.NONE,
                          "decorrelated", Jitter.DECORRELATED)),
                  "full",
                  "How chance spreads the backoff. Never applied to a wait that a server asks for.",
                  on(RetryPolicy.Builder::jitter)),
              new Key<>(
                  "hint-spread",
                  ValueTypes.duration("500ms"),
                  "0s",
                  "A random part of this is added to each wait that a server asks for.",
                  on((retry, most) -> retry.hintSpread(Spread.upTo(most)))),
              new Key<>(
                  METHODS,
                  methods(),
                  "safe",
                  "The methods that may be sent again: `safe` is GET, HEAD, OPTIONS and TRACE;"
                      + " `idempotent` adds PUT, DELETE and QUERY.",
                  on(RetryPolicy.Builder::methods)),
              new Key<>(
                  "throttled-any-method",
                  ValueTypes.yesOrNo(),
                  "false",
                  "Whether every method is retried after 429 and 503 with a hint.",
                  on(RetryPolicy.Builder::throttledAnyMethod)),
              new Key<>(
                  "failures",
                  ValueTypes.yesOrNo(),
                  "true",
                  "Whether transport failures are retried.",
                  on(RetryPolicy.Builder::retryFailures)),
              new Key<>(
                  STATUSES,
                  statuses(),
                  "[408, 429, 500, 502, 503, 504]",
                  "Exactly the statuses to retry. What the dialect and `statuses-with-hint` add by"
                      + " default is then left out.",
                  on((retry, statuses) -> retry.statuses(ints(statuses)))),
              new Key<>(
                  "statuses-with-hint",
                  ValueTypes.numbers("a list of statuses", "[403]", 100, 999),
                  "[403, 529]",
                  "Exactly the statuses to retry only with a valid hint.",
                  on((retry, statuses) -> retry.statusesWithHint(ints(statuses))))),
          Group.Effect.EACH);

  private RetryKeys() {}

  private static <T> BiConsumer<Heed.Builder, T> on(BiConsumer<RetryPolicy.Builder, T> change) {
    return (plan, value) -> plan.retry(retry -> change.accept(retry, value));
  }

  static ValueType<List<Integer>> statuses() {
    return ValueTypes.numbers("a list of statuses", "[429, 503]", 100, 999);
  }

  static ValueType<RetryMethods> methods() {
    ValueType<RetryMethods> named =
        ValueTypes.choice(
            ValueTypes.words(
                "safe", RetryMethods.safe(),
                "idempotent", RetryMethods.idempotent(),
                "all", RetryMethods.all()));
    ValueType<RetryMethods> listed =
        ValueTypes.methods()
            .map(methods -> RetryMethods.of(methods.stream().distinct().toArray(String[]::new)));
    return ValueType.wordOrList(named, listed);
  }

  static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
