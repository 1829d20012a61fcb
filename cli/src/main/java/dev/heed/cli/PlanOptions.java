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

/** The options that make a plan, the same for all commands that have one. */
final class PlanOptions {

  private static final String BASE_DELAY = "--base-delay";
  private static final String MAX_DELAY = "--max-delay";
  private static final String CALL_TIMEOUT = "--call-timeout";
  private static final String ATTEMPT_TIMEOUT = "--attempt-timeout";

  private final RetryPolicy defaults = RetryPolicy.defaults();
  private final ParseResult given;

  private PlanOptions(ParseResult given) {
    this.given = given;
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
   * The plan that the options describe.
   *
   * @throws Failure when they do not fit together
   */
  static Heed.Builder plan(String name, ParseResult given) throws Failure {
    return new PlanOptions(given).plan(name);
  }

  /** The reader with this name. */
  static HintReader dialect(String name) throws Failure {
    try {
      return Hints.named(Text.shown(name));
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--dialect: " + e.getMessage());
    }
  }

  private Heed.Builder plan(String name) throws Failure {
    Heed.Builder plan = Heed.builder(name);
    String dialect = Options.text(given, "--dialect");
    if (dialect != null) {
      plan.hints(dialect(dialect));
    }
    int maxRetries = maxRetries();
    Duration max = duration(MAX_DELAY, defaults.maxDelay());
    Duration base = baseDelay(max);
    Jitter jitter = jitter();
    plan.retry(r -> r.maxRetries(maxRetries).maxDelay(max).baseDelay(base).jitter(jitter));
    if (Options.isOn(given, "--retry-unsafe")) {
      plan.retry(r -> r.methods(RetryMethods.all()));
    }
    limits(plan);
    return plan;
  }

  private int maxRetries() throws Failure {
    String text = Options.text(given, "--max-retries");
    return text == null
        ? defaults.maxRetries()
        : Options.number("--max-retries", text, 0, Integer.MAX_VALUE);
  }

  /** Follows a lower maximum where it was not given itself. */
  private Duration baseDelay(Duration max) throws Failure {
    Duration base = duration(BASE_DELAY, defaults.baseDelay());
    if (base.compareTo(max) <= 0) {
      return base;
    }
    if (!given.hasMatchedOption(BASE_DELAY)) {
      return max;
    }
    throw Failure.usage(
        BASE_DELAY
            + " of "
            + Durations.text(base)
            + " is longer than the longest wait, "
            + Durations.text(max)
            + "; raise "
            + MAX_DELAY);
  }

  private Duration duration(String option, Duration otherwise) throws Failure {
    String text = Options.text(given, option);
    return text == null ? otherwise : Spans.parse(option, text);
  }

  private Jitter jitter() throws Failure {
    String text = Options.text(given, "--jitter");
    if (text == null || text.equals("full")) {
      return Jitter.FULL;
    }
    if (text.equals("none")) {
      return Jitter.NONE;
    }
    throw Failure.usage("--jitter: '" + Text.shown(text) + "' is not one of full, none");
  }

  private void limits(Heed.Builder plan) throws Failure {
    Duration call = limit(CALL_TIMEOUT);
    Duration attempt = limit(ATTEMPT_TIMEOUT);
    if (call != null && attempt != null && attempt.compareTo(call) > 0) {
      throw Failure.usage(
          ATTEMPT_TIMEOUT
              + " of "
              + Durations.text(attempt)
              + " is longer than "
              + CALL_TIMEOUT
              + " of "
              + Durations.text(call)
              + "; lower the one or raise the other");
    }
    if (call != null) {
      plan.callTimeout(call);
    }
    if (attempt != null) {
      plan.attemptTimeout(attempt);
    }
  }

  private @Nullable Duration limit(String option) throws Failure {
    String text = Options.text(given, option);
    if (text == null) {
      return null;
    }
    Duration limit = Spans.parse(option, text);
    if (limit.isZero()) {
      throw Failure.usage(option + ": a limit must be longer than 0; leave it out for none");
    }
    return limit;
  }
}
