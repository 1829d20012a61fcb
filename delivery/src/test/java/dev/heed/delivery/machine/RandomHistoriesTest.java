package dev.heed.delivery.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.hint.Hint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of answers, passing time, wall clocks that jump, restarts and new settings, on
 * the machine and on a model of it. The two must agree at every step.
 */
@Tag("D1")
@Tag("D2")
@Tag("D3")
class RandomHistoriesTest {

  private static final long SEED = 20261130;
  private static final int HISTORIES = 800;
  private static final int STEPS = 200;

  private static final int[] STATUSES = {
    0, 0, 200, 200, 204, 302, 400, 403, 403, 404, 408, 410, 413, 429, 429, 429, 460, 500, 500, 501,
    502, 503, 504, 511, 529, 599, 600
  };
  private static final long[] HINTS = {-1, -1, -1, 0, 1, 700, 5_000, 300_000, 300_001, 4_000_000};
  private static final long YEAR = 365L * 24 * 3600 * 1000;
  private static final long[] WALL_MOVES = {0, 5, 2_000, 90_000, 10_000_000, -7_000, YEAR, -YEAR};
  private static final Instant EPOCH = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void theMachineAgreesWithTheModelOnEveryHistory() {
    for (int history = 0; history < HISTORIES; history++) {
      new History(SEED + history).run();
    }
  }

  private static final class History {

    private final long seed;
    private final Random random;
    private final ReferenceModel model = new ReferenceModel();
    private final Deque<String> log = new ArrayDeque<>();
    private DeliveryState state = DeliveryState.empty();
    private DeliveryMachine machine;
    private long now;
    private long wall;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      newSettings();
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        int dice = random.nextInt(100);
        if (dice < 55) {
          sendWhatMayBeSent();
        } else if (dice < 90) {
          pass();
        } else if (dice < 97) {
          restart();
        } else {
          newSettings();
        }
      }
    }

    private void sendWhatMayBeSent() {
      long batch = random.nextInt(3);
      long held = model.heldUntil(batch, now);
      agree("gate " + batch, text(machine.gate(state, at(now), batch)), text(held));
      if (held != ReferenceModel.NEVER) {
        return;
      }
      state = machine.sending(state, batch);
      model.send(batch);
      int status = STATUSES[random.nextInt(STATUSES.length)];
      long hint = status == 0 ? -1 : HINTS[random.nextInt(HINTS.length)];
      Answer answer = status == 0 ? Answer.none(1, false) : Answer.of(status, hint(hint), 1, false);
      Step step = machine.answered(state, at(now), batch, answer, random.nextDouble());
      state = step.state();
      String expected = model.answer(batch, status, hint, now);
      agree("answer " + status + " hint " + hint + " to " + batch, text(step.verdict()), expected);
      agree("attempts of " + batch, state.attempts(batch), model.sent(batch));
    }

    private static Hint hint(long millis) {
      return millis < 0 ? Hint.none() : Hint.waitFor(Duration.ofMillis(millis));
    }

    /** To the next waking, past it, or far beyond. */
    private void pass() {
      long held = model.heldUntil(random.nextInt(3), now);
      long by =
          held != ReferenceModel.NEVER && random.nextInt(4) > 0
              ? held - now - random.nextInt(2)
              : (long) Math.pow(10, random.nextDouble() * 8);
      now += Math.max(0, by);
      wall += Math.max(0, by);
      log.add("passed " + by);
    }

    private void restart() {
      byte[] saved = new StateCodec(at(now), at(wall)).encode(state);
      long moved = WALL_MOVES[random.nextInt(WALL_MOVES.length)];
      wall += moved;
      state = new StateCodec(at(now), at(wall)).decode(saved);
      state = machine.bounded(state, at(now));
      model.restart(moved, now);
      log.add("restarted, wall clock moved by " + moved);
    }

    private void newSettings() {
      ReferenceModel.Config config = model.config;
      config.pauses = random.nextInt(4) > 0;
      config.backsOff = random.nextInt(4) > 0;
      config.limited = random.nextBoolean();
      config.pauseCount = random.nextInt(4);
      config.retryCount = random.nextInt(4);
      config.longestPause = random.nextBoolean() ? 300_000 : 2_000;
      config.episode = random.nextBoolean() ? 43_200_000 : 600_000;
      config.base = random.nextBoolean() ? 500 : 100;
      config.ceiling = random.nextBoolean() ? 60_000 : 1_000;
      config.total = random.nextBoolean() ? 43_200_000 : 5_000;
      HttpConfig http = http(config);
      machine = new DeliveryMachine(new MachineSettings(http, config.limited, false, false, false));
      state = machine.bounded(state, at(now));
      model.bound(now);
      log.add("settings " + http + " limited " + config.limited);
    }

    private static HttpConfig http(ReferenceModel.Config config) {
      HttpConfig http =
          HttpConfig.builder()
              .rateLimit(
                  r ->
                      r.enabled(config.pauses)
                          .maxRetryCount(config.pauseCount)
                          .maxRetryInterval(Duration.ofMillis(config.longestPause))
                          .maxRateLimitDuration(Duration.ofMillis(config.episode)))
              .backoff(
                  b ->
                      b.enabled(config.backsOff)
                          .maxRetryCount(config.retryCount)
                          .baseBackoffInterval(Duration.ofMillis(config.base))
                          .maxBackoffInterval(Duration.ofMillis(config.ceiling))
                          .maxTotalBackoffDuration(Duration.ofMillis(config.total))
                          .jitterPercent(0)
                          .statusCodeOverride(config.keptStatus, Behavior.KEEP)
                          .statusCodeOverride(config.droppedStatus, Behavior.DROP))
              .build();
      assertThat(http.adjustments()).isEmpty();
      return http;
    }

    private void agree(String what, Object machine, Object model) {
      log.add(what + ": " + machine);
      if (!machine.equals(model)) {
        throw new AssertionError(
            "seed "
                + seed
                + ", at "
                + now
                + ", the model says "
                + model
                + " after\n"
                + String.join("\n", log));
      }
    }

    private static Instant at(long millis) {
      return EPOCH.plusMillis(millis);
    }

    private static String text(Gate gate) {
      return gate.askAgain().map(time -> "held until " + millis(time)).orElse("open");
    }

    private static String text(long heldUntil) {
      return heldUntil == ReferenceModel.NEVER ? "open" : "held until " + heldUntil;
    }

    private static String text(Verdict verdict) {
      return verdict
          .again()
          .map(time -> "again " + millis(time))
          .orElseGet(() -> verdict.reason().map(reason -> "drop " + reason).orElse("done"));
    }

    private static long millis(Instant time) {
      return Duration.between(EPOCH, time).toMillis();
    }
  }
}
