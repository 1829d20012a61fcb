package dev.heed.delivery.machine;

import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.hint.Hint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One combination of the table's inputs, made into a state, settings and an answer. */
final class Scenario {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final long BATCH = 17;
  static final int FAILURES = 3;

  static final Duration HINT = Duration.ofSeconds(42);
  static final Duration LONGEST = Duration.ofSeconds(300);
  static final Duration BASE = Duration.ofMillis(500);

  /** After three failures in a row, the fourth waits for this. */
  static final Duration BACKOFF = Duration.ofSeconds(4);

  private static final Duration ALLOWED = Duration.ofHours(12);

  private final Map<String, String> inputs;
  private final DeliveryMachine machine;
  private final DeliveryState state;

  Scenario(Map<String, String> inputs) {
    this.inputs = inputs;
    this.machine = new DeliveryMachine(settings());
    this.state = state();
  }

  private boolean is(String column, String value) {
    return inputs.get(column).equals(value);
  }

  /** The statuses that an answer of the table stands for; 0 for none. */
  List<Integer> statuses() {
    return switch (inputs.get("answer")) {
      case "ok" -> range(200, 299);
      case "too-large" -> List.of(413);
      case "throttled" -> List.of(429);
      case "retryable-4xx" -> List.of(408, 410, 460);
      case "retryable-5xx" -> without(range(500, 599), 501, 505, 511);
      case "refused-4xx" -> without(range(400, 499), 408, 410, 429, 460);
      case "final-5xx" -> List.of(501, 505, 511);
      case "curable" -> List.of(511);
      case "unknown" ->
          IntStream.concat(
                  IntStream.rangeClosed(100, 199),
                  IntStream.concat(
                      IntStream.rangeClosed(300, 399), IntStream.rangeClosed(600, 999)))
              .boxed()
              .toList();
      case "told-to-drop" -> List.of(429, 503);
      case "told-to-keep" -> List.of(403, 503);
      default -> List.of(0);
    };
  }

  private static List<Integer> range(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  private static List<Integer> without(List<Integer> all, Integer... some) {
    return all.stream().filter(status -> !List.of(some).contains(status)).toList();
  }

  private MachineSettings settings() {
    HttpConfig.Builder http = HttpConfig.builder();
    http.rateLimit(r -> r.enabled(is("rateLimit", "on")));
    http.backoff(b -> b.enabled(is("backoff", "on")).jitterPercent(0));
    if (is("answer", "told-to-drop")) {
      http.backoff(b -> statuses().forEach(s -> b.statusCodeOverride(s, Behavior.DROP)));
    }
    if (is("answer", "told-to-keep")) {
      http.backoff(b -> statuses().forEach(s -> b.statusCodeOverride(s, Behavior.KEEP)));
    }
    return new MachineSettings(
        http.build(),
        !is("limit", "off"),
        is("bare429", "back-off"),
        is("answer", "curable"),
        is("answer", "too-large"));
  }

  /** Limits and times of the path on which this answer goes, wherever that is. */
  private DeliveryState state() {
    boolean used = !is("limit", "left");
    Duration spare = is("time", "over") ? Duration.ofNanos(1) : Duration.ZERO;
    Instant episodeStart = NOW.minus(ALLOWED.minus(pause()).plus(spare));
    Instant firstFailure = NOW.minus(ALLOWED.minus(BACKOFF).plus(spare));
    TreeMap<Long, BatchRecord> batches = new TreeMap<>();
    batches.put(BATCH, new BatchRecord(5, FAILURES, used ? 10 : 9, null, firstFailure, 0));
    return new DeliveryState(null, used ? 100 : 99, episodeStart, batches);
  }

  private Duration pause() {
    return switch (inputs.get("hint")) {
      case "fits" -> HINT;
      case "zero" -> BASE;
      default -> LONGEST;
    };
  }

  private Hint hint() {
    return switch (inputs.get("hint")) {
      case "none" -> Hint.none();
      case "zero" -> Hint.waitFor(Duration.ZERO);
      case "fits" -> Hint.waitFor(HINT);
      default -> Hint.waitFor(LONGEST.plusNanos(1));
    };
  }

  private Answer answer(int status) {
    int sent = is("answer", "too-large") ? 20 : 1;
    return status == 0 ? Answer.none(sent, false) : Answer.of(status, hint(), sent, false);
  }

  Step step(int status) {
    return machine.answered(state, NOW, BATCH, answer(status), 0.5);
  }

  DeliveryMachine machine() {
    return machine;
  }

  @Override
  public String toString() {
    return inputs.toString();
  }

  /** The wait that a row names. */
  static Duration wait(String cell) {
    return switch (cell) {
      case "hint" -> HINT;
      case "longest" -> LONGEST;
      case "base" -> BASE;
      case "backoff" -> BACKOFF;
      default -> Duration.ZERO;
    };
  }
}
