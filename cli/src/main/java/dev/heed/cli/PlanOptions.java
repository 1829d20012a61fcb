package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.retry.Jitter;
import dev.heed.retry.RetryMethods;
import dev.heed.retry.RetryPolicy;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options that set what a plan does, the same for all commands that have one. */
final class PlanOptions {

  private static final String BASE_DELAY = "--base-delay";
  private static final String MAX_DELAY = "--max-delay";
  private static final String CALL_TIMEOUT = "--call-timeout";
  private static final String ATTEMPT_TIMEOUT = "--attempt-timeout";

  private final @Nullable HintReader hints;
  private final @Nullable Integer maxRetries;
  private final @Nullable Duration baseDelay;
  private final @Nullable Duration maxDelay;
  private final @Nullable Jitter jitter;
  private final @Nullable Duration callTimeout;
  private final @Nullable Duration attemptTimeout;
  private final boolean unsafe;

  private PlanOptions(ParseResult given) throws Failure {
    String dialect = Options.text(given, "--dialect");
    hints = dialect == null ? null : dialect(dialect);
    String retries = Options.text(given, "--max-retries");
    maxRetries =
        retries == null ? null : Options.number("--max-retries", retries, 0, Integer.MAX_VALUE);
    baseDelay = duration(given, BASE_DELAY);
    maxDelay = duration(given, MAX_DELAY);
    jitter = jitter(Options.text(given, "--jitter"));
    callTimeout = limit(given, CALL_TIMEOUT);
    attemptTimeout = limit(given, ATTEMPT_TIMEOUT);
    unsafe = Options.isOn(given, "--retry-unsafe");
    checkLimits();
  }

  static void addTo(CommandSpec spec) {
    Options.choice(
        spec,
        Hints.names(),
        "D",
        "How the server says when to come back: "
            + String.join(", ", Hints.names())
            + ". Default: retry-after.",
        "--dialect",
        "--hints");
    Options.value(
        spec, "N", "Attempts after the first, at most. Default: 3; 0 sends once.", "--max-retries");
    Options.value(spec, "D", "The first backoff, doubled each time. Default: 1s.", BASE_DELAY);
    Options.value(
        spec,
        "D",
        "The longest wait. A server that asks for more gets no retry: its response is the result."
            + " Default: 30s.",
        MAX_DELAY);
    Options.choice(
        spec,
        List.of("full", "none"),
        "J",
        "How chance spreads the backoff: full or none. Never applied to a wait that the server asks"
            + " for. Default: full.",
        "--jitter");
    Options.value(
        spec, "D", "The limit for all sends and waits together. Default: none.", CALL_TIMEOUT);
    Options.value(spec, "D", "The limit for each send. Default: none.", ATTEMPT_TIMEOUT);
    Options.flag(
        spec,
        "Retry any method, such as POST. You vouch that sending it twice does no harm.",
        "--retry-unsafe");
  }

  /**
   * The options given.
   *
   * @throws Failure when they are wrong, or do not fit together
   */
  static PlanOptions of(ParseResult given) throws Failure {
    return new PlanOptions(given);
  }

  /** The reader with this name. */
  static HintReader dialect(String name) throws Failure {
    try {
      return Hints.named(Text.shown(name));
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--dialect: " + e.getMessage());
    }
  }

  /**
   * Checks the options against the defaults, where no file gives others.
   *
   * @throws Failure when they do not fit together
   */
  void checkDelays() throws Failure {
    Duration longest = maxDelay == null ? RetryPolicy.defaults().maxDelay() : maxDelay;
    if (baseDelay != null && baseDelay.compareTo(longest) > 0) {
      throw Failure.usage(
          BASE_DELAY
              + " of "
              + Durations.text(baseDelay)
              + " is longer than the longest wait, "
              + Durations.text(longest)
              + "; raise "
              + MAX_DELAY);
    }
  }

  /** Sets what the options give, and leaves the rest as it is. */
  void applyTo(Heed.Builder plan) {
    if (hints != null) {
      plan.hints(hints);
    }
    if (changesRetry()) {
      plan.retry(this::applyTo);
    }
    if (callTimeout != null) {
      plan.callTimeout(callTimeout);
    }
    if (attemptTimeout != null) {
      plan.attemptTimeout(attemptTimeout);
    }
  }

  /** A plan that hedges is not made one that retries without need. */
  private boolean changesRetry() {
    boolean delays = baseDelay != null || maxDelay != null || jitter != null;
    return maxRetries != null || unsafe || delays;
  }

  private void applyTo(RetryPolicy.Builder retry) {
    if (maxRetries != null) {
      retry.maxRetries(maxRetries);
    }
    if (jitter != null) {
      retry.jitter(jitter);
    }
    if (unsafe) {
      retry.methods(RetryMethods.all());
    }
    Duration present = retry.build().baseDelay();
    if (maxDelay != null) {
      // The first backoff follows a lower maximum where it was not given itself.
      retry.maxDelay(maxDelay).baseDelay(present.compareTo(maxDelay) > 0 ? maxDelay : present);
    }
    if (baseDelay != null) {
      retry.baseDelay(baseDelay);
    }
  }

  private static @Nullable Duration duration(ParseResult given, String option) throws Failure {
    String text = Options.text(given, option);
    return text == null ? null : Spans.parse(option, text);
  }

  private static @Nullable Jitter jitter(@Nullable String text) throws Failure {
    if (text == null) {
      return null;
    }
    return switch (text) {
      case "full" -> Jitter.FULL;
      case "none" -> Jitter.NONE;
      default ->
          throw Failure.usage("--jitter: '" + Text.shown(text) + "' is not one of full, none");
    };
  }

  private void checkLimits() throws Failure {
    if (callTimeout != null
        && attemptTimeout != null
        && attemptTimeout.compareTo(callTimeout) > 0) {
      throw Failure.usage(
          ATTEMPT_TIMEOUT
              + " of "
              + Durations.text(attemptTimeout)
              + " is longer than "
              + CALL_TIMEOUT
              + " of "
              + Durations.text(callTimeout)
              + "; lower the one or raise the other");
    }
  }

  private static @Nullable Duration limit(ParseResult given, String option) throws Failure {
    Duration limit = duration(given, option);
    if (limit != null && limit.isZero()) {
      throw Failure.usage(option + ": a limit must be longer than 0; leave it out for none");
    }
    return limit;
  }
}
