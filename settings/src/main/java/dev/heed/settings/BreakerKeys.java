package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.guard.GuardKind;
import dev.heed.resilience4j.Breaker;
import dev.heed.resilience4j.RateLimit;
import dev.heed.settings.Node.Scalar;
import dev.heed.text.Words;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of the guards that the module for Resilience4j has. It need not be there: what it has is
 * used when a plan is made, and a file that speaks of these keys without it is told so when it is
 * read.
 */
final class BreakerKeys {

  private static final String MODULE = "heed-resilience4j";
  private static final String RATE = "^([1-9][0-9]{0,8}) in ([0-9]{1,18}(?:ms|s|m|h))$";
  private static final Pattern RATE_PATTERN = Pattern.compile(RATE);
  private static final String NEEDED = " Needs the module `" + MODULE + "`.";

  private static final Key<Boolean> BREAKER_ENABLED =
      GuardKeys.enabled("Whether there is a breaker.");

  private static final Key<Double> FAILURE_RATE =
      plain(
          "failure-rate",
          ValueTypes.decimal("0.5", "0.0001", "1"),
          "0.1",
          "Which part of the results has to be failures for the breaker to open.");

  private static final Key<Integer> MINIMUM =
      plain(
          "minimum",
          ValueTypes.number("100", 1, Integer.MAX_VALUE),
          "100",
          "With fewer results in the window it never opens.");

  private static final Key<Duration> WINDOW =
      plain(
          "window",
          ValueTypes.seconds("30s"),
          "30s",
          "Over how much time results count, in whole seconds; at least twice the"
              + " `attempt-timeout`.");

  private static final Key<Duration> OPEN_FOR =
      plain(
          "open-for",
          ValueTypes.durationFrom("5s", Duration.ofMillis(10)),
          "5s",
          "How long nothing is sent before the next trial; at least 10 ms.");

  private static final Key<Integer> TRIALS =
      plain(
          "trials",
          ValueTypes.number("1", 1, Integer.MAX_VALUE),
          "1",
          "How many sends are let through to find out whether the server is back.");

  private static final Key<Boolean> COUNT_THROTTLED =
      plain("count-throttled", ValueTypes.yesOrNo(), "false", "Whether 429 counts as a failure.");

  static final Group BREAKER =
      new Group(
          "breaker",
          "Stops sending to a server that keeps failing, and lets a trial through after a while. It"
              + " counts sends, of each endpoint where there are some. Off where it is not spoken"
              + " of."
              + NEEDED,
          List.of(
              BREAKER_ENABLED, FAILURE_RATE, MINIMUM, WINDOW, OPEN_FOR, TRIALS, COUNT_THROTTLED),
          (own, below, plan) -> {
            if (own.get(BREAKER_ENABLED).orElse(true)) {
              Made.breaker(below.and(own), plan);
            } else {
              plan.without(GuardKind.BREAKER);
            }
          },
          MODULE);

  /** A limit of the rate, as a file has it. */
  record Rate(int most, Duration period) {}

  static final Key<Optional<Rate>> RATE_LIMIT =
      new Key<>(
          "rate-limit",
          ValueType.word(
              "a number in a duration, or `none`",
              "50 in 1s",
              "{\"anyOf\": [{\"type\": \"string\", \"pattern\": \""
                  + RATE
                  + "\"}, {\"const\": \"none\"}]}",
              BreakerKeys::readRate),
          "none",
          "At most so many sends in each period, in each partition; one more is refused, with the"
              + " time until the next period."
              + NEEDED,
          (plan, rate) ->
              rate.ifPresentOrElse(
                  wanted -> Made.rateLimit(wanted, plan), () -> plan.without("rate limit")));

  private BreakerKeys() {}

  private static <T> Key<T> plain(
      String name, ValueType<T> type, String usual, String description) {
    return new Key<>(name, type, usual, description, (plan, value) -> {});
  }

  /** Whether a module that a group needs is there. */
  static boolean isThere() {
    try {
      var unused = Class.forName("dev.heed.resilience4j.Breaker");
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static Optional<Rate> readRate(Scalar word) {
    String text = Words.shown(word.text());
    if (text.equals("none")) {
      return Optional.empty();
    }
    Matcher rate = RATE_PATTERN.matcher(text);
    if (!rate.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a rate; write 50 in 1s, or 1000 in 1m".formatted(text));
    }
    if (!isThere()) {
      throw new IllegalArgumentException(
          "needs the module " + MODULE + ": add it, or remove the key");
    }
    Duration period = Durations.parse(rate.group(2));
    if (period.isZero()) {
      throw new IllegalArgumentException("a period must be longer than 0; write 50 in 1s");
    }
    return Optional.of(new Rate(Integer.parseInt(rate.group(1)), period));
  }

  /** Everything that names classes of the module, which is loaded when a plan is made. */
  private static final class Made {

    private Made() {}

    static void breaker(Values values, Heed.Builder plan) {
      Breaker.Builder breaker = Breaker.builder();
      values.get(FAILURE_RATE).ifPresent(breaker::failureRate);
      values.get(MINIMUM).ifPresent(breaker::minimum);
      values.get(WINDOW).ifPresent(breaker::window);
      values.get(OPEN_FOR).ifPresent(breaker::openFor);
      values.get(TRIALS).ifPresent(breaker::trials);
      values.get(COUNT_THROTTLED).ifPresent(breaker::countThrottled);
      plan.perAttempt(breaker.build());
    }

    static void rateLimit(Rate rate, Heed.Builder plan) {
      plan.perAttempt(RateLimit.of(rate.most(), rate.period()));
    }
  }
}
