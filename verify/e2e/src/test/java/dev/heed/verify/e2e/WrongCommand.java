package dev.heed.verify.e2e;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A command written for this suite alone, in the simplest way: one thread, everything in memory.
 * Without a fault it passes all cases, so that the suite does not only fit the command it was made
 * for; with one it has to be found out.
 *
 * @param faults what is wrong with it
 */
record WrongCommand(Set<Fault> faults) implements Command {

  static WrongCommand with(Fault... faults) {
    return new WrongCommand(Set.of(faults));
  }

  @Override
  public String run(String input) throws InterruptedException {
    Run run = new Run(faults, Json.read(input));
    boolean success = run.deliver();
    if (faults.contains(Fault.NO_RESULT)) {
      return "all is well";
    }
    success |= faults.contains(Fault.ALWAYS_SUCCESS);
    success &= !faults.contains(Fault.NEVER_SUCCESS);
    return "some words before\n{\n  \"success\": "
        + success
        + ",\n  \"sentBatches\": 1"
        + (success ? "" : ",\n  \"error\": \"it was not delivered\"")
        + "\n}\n";
  }

  /** One run. */
  private static final class Run {

    private static final TimeSource TIME = TimeSource.system();
    private static final long SECOND = 1_000_000_000;
    private static final int LONG = 9;

    private final Set<Fault> faults;
    private final JsonNode input;
    private final Wire wire;
    private final long end;
    private final List<Attempted> waiting = new ArrayList<>();
    private final List<ObjectNode> open = new ArrayList<>();
    private final List<JsonNode> sequences = new ArrayList<>();
    private final WrongHints hints;
    private Policy policy;
    private long nextSequence;
    private long pausedUntil;
    private int sharedFailures;
    private boolean failed;

    Run(Set<Fault> faults, JsonNode input) {
      this.faults = faults;
      this.input = input;
      String key = input.path("writeKey").asString();
      wire = new Wire(faults, key, input.path("apiHost").asString());
      long now = TIME.nanoTime();
      end = now + input.path("config").path("timeout").asInt(20) * SECOND;
      pausedUntil = now;
      policy = new Policy(faults, input.path("config").path("maxRetries").asInt(10));
      hints = new WrongHints(faults);
      input.path("sequences").forEach(sequences::add);
      nextSequence = now + delay();
    }

    private boolean has(Fault fault) {
      return faults.contains(fault);
    }

    private long delay() {
      return sequences.isEmpty() || has(Fault.IGNORES_DELAYS)
          ? 0
          : sequences.get(0).path("delayMs").asLong(0) * SECOND / 1000;
    }

    boolean deliver() throws InterruptedException {
      if (!fetchSettings()) {
        return false;
      }
      while (!sequences.isEmpty() || !waiting.isEmpty()) {
        long now = TIME.nanoTime();
        if (now >= end) {
          return false;
        }
        if (!sequences.isEmpty() && now >= nextSequence) {
          offer(sequences.remove(0), now);
          nextSequence = now + delay();
          continue;
        }
        Attempted next = next(now);
        if (next != null) {
          send(next);
        } else {
          TIME.sleepUntil(Math.min(end, wakeAt()));
        }
      }
      return !failed;
    }

    private boolean fetchSettings() throws InterruptedException {
      if (!input.has("cdnHost") || has(Fault.NO_SETTINGS)) {
        return true;
      }
      try {
        JsonNode all = wire.settings(input.path("cdnHost").asString());
        if (has(Fault.SETTINGS_FOR_EACH_BATCH)) {
          for (int i = 0; i < LONG; i++) {
            wire.settings(input.path("cdnHost").asString());
          }
        }
        apply(all.path("integrations").path("Segment.io"));
        return true;
      } catch (IOException | JacksonException | IllegalArgumentException e) {
        return !has(Fault.NEEDS_SETTINGS) && !has(Fault.NEEDS_SETTINGS_SOON);
      }
    }

    private void apply(JsonNode own) throws IOException {
      if (has(Fault.NEEDS_SETTINGS) && !own.path("httpConfig").isObject()) {
        throw new IOException("no httpConfig");
      }
      if (own.has("apiHost") && !has(Fault.IGNORES_API_HOST)) {
        wire.moveTo(own.path("apiHost").asString());
      }
      if (!own.has("apiHost") && has(Fault.MOVES_WITHOUT_API_HOST)) {
        wire.moveTo("http://127.0.0.1:9");
      }
      if (own.path("httpConfig").isObject() && !has(Fault.IGNORES_HTTP_CONFIG)) {
        policy = policy.with(own.path("httpConfig"));
      } else if (has(Fault.ABSENT_CONFIG_RESETS)) {
        policy = new Policy(faults, 10);
      }
    }

    private void offer(JsonNode sequence, long now) {
      int flushAt = input.path("config").path("flushAt").asInt(20);
      for (JsonNode event : sequence.path("events")) {
        open.add(Events.made((ObjectNode) event, faults));
        if (open.size() >= flushAt && !has(Fault.IGNORES_FLUSH_AT)) {
          close(now);
        }
      }
      if (sequences.isEmpty()) {
        if (has(Fault.LOSES_LAST_EVENT) && !open.isEmpty()) {
          open.remove(open.size() - 1);
        }
        close(now);
      }
    }

    private void close(long now) {
      boolean never = has(Fault.COUNT_ZERO_SENDS_NOTHING) && policy.maxRetries == 0;
      failed |= never;
      if ((!open.isEmpty() && !never) || has(Fault.SENDS_NOTHING_TOO)) {
        waiting.add(new Attempted(open, now));
      }
      open.clear();
    }

    private @Nullable Attempted next(long now) {
      if (now < pausedUntil) {
        return null;
      }
      return waiting.stream().filter(batch -> now >= batch.readyAt).findFirst().orElse(null);
    }

    private long wakeAt() {
      long batch = waiting.stream().mapToLong(one -> one.readyAt).min().orElse(Long.MAX_VALUE);
      batch = Math.max(batch, pausedUntil);
      return sequences.isEmpty() ? batch : Math.min(batch, nextSequence);
    }

    private void send(Attempted batch) throws InterruptedException {
      var response = wire.send(batch);
      int status = response == null ? 0 : response.statusCode();
      boolean good = has(Fault.ONLY_200_IS_SUCCESS) ? status == 200 : status / 100 == 2;
      if (good || (status / 100 == 3 && has(Fault.REDIRECT_IS_SUCCESS))) {
        arrived(batch);
        return;
      }
      String header =
          response == null ? null : response.headers().firstValue("Retry-After").orElse(null);
      after(batch, status, header == null ? -1 : hints.seconds(header, status));
    }

    private void arrived(Attempted batch) {
      waiting.remove(batch);
      if (has(Fault.SENDS_TWICE) && batch.attempts < 9) {
        batch.attempts = 9;
        waiting.add(batch);
      }
      sharedFailures = has(Fault.BACKOFF_OF_ALL_BATCHES) ? sharedFailures : 0;
    }

    /** What follows from an answer that is no success; a hint of -1 is none. */
    private void after(Attempted batch, int status, double hint) {
      boolean rescued = has(Fault.HINT_RESCUES) && hint > 0;
      boolean retried =
          rescued || (status == 0 ? !has(Fault.LOST_CONNECTION_DROPS) : isRetried(status));
      if (!retried || has(Fault.NEVER_RETRIES)) {
        drop(batch);
        return;
      }
      boolean pauses = policy.pauses || has(Fault.IGNORES_RATE_LIMIT_FLAG);
      if (status == 429 && !pauses) {
        drop(batch);
      } else if (hint > 0 && (pauses || has(Fault.RATE_LIMIT_FLAG_KEEPS_HINTS))) {
        pause(batch, hint);
      } else if (status == 429) {
        pause(batch, hint == 0 ? policy.base : policy.longestPause);
      } else {
        backOff(batch, status);
      }
    }

    private boolean isRetried(int status) {
      boolean ended =
          (has(Fault.BACKOFF_FLAG_ENDS_PAUSES) && !policy.backsOff)
              || (has(Fault.RATE_LIMIT_FLAG_ENDS_RETRIES) && !policy.pauses);
      return policy.isRetried(status) && !ended;
    }

    private void drop(Attempted batch) {
      failed = true;
      waiting.remove(batch);
      if (has(Fault.STOPS_AT_A_REFUSAL)) {
        waiting.clear();
        sequences.clear();
      }
    }

    private void pause(Attempted batch, double seconds) {
      batch.pauses++;
      batch.failures += has(Fault.PAUSES_COUNT) ? 1 : 0;
      if (batch.failures > policy.maxRetries) {
        drop(batch);
        return;
      }
      long until = TIME.nanoTime() + nanos(Math.min(seconds, policy.longestPause));
      if (has(Fault.NEVER_WAKES)) {
        until = end;
      }
      if (has(Fault.SAME_PAUSE_AGAIN) && batch.pauses > 1) {
        until = TIME.nanoTime();
      }
      batch.readyAt = until;
      pausedUntil = has(Fault.PAUSES_ONE_BATCH) ? pausedUntil : until;
    }

    private void backOff(Attempted batch, int status) {
      boolean backsOff = policy.backsOff || has(Fault.IGNORES_BACKOFF_FLAG) || status == 0;
      sharedFailures++;
      batch.failures++;
      boolean spent = batch.failures > policy.maxRetries && !has(Fault.RETRIES_FOR_EVER);
      if (!backsOff || spent) {
        drop(batch);
        return;
      }
      int failures = has(Fault.BACKOFF_OF_ALL_BATCHES) ? sharedFailures : batch.failures;
      int exponent = has(Fault.CONSTANT_BACKOFF) ? 0 : failures - 1;
      double seconds = Math.min(policy.longestWait, policy.base * Math.pow(2, exponent));
      seconds = has(Fault.NO_BACKOFF) ? 0 : seconds;
      seconds = has(Fault.SLOW_START) ? LONG : seconds;
      batch.readyAt = TIME.nanoTime() + nanos(seconds);
    }

    private static long nanos(double seconds) {
      return (long) (seconds * SECOND);
    }
  }
}
