package dev.heed.delivery.machine;

import dev.heed.delivery.policy.BackoffConfig;
import dev.heed.delivery.policy.Behavior;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.RateLimitConfig;
import dev.heed.hint.Hint;
import dev.heed.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what follows from an answer (rule D1), and whether a batch may be sent. It has no state
 * of its own: the same arguments give the same results. One machine holds one snapshot of the
 * settings; another one carries on with the same state when they change.
 *
 * <p>There are two paths. A <em>pause</em> stops all uploads until the instant that the server
 * chose. It costs the batch nothing; what bounds it is how many pauses follow each other without a
 * success, and for how long: an <em>episode</em>. When an episode is over, the batch whose turn it
 * was is given up, and the pause is kept all the same, for the others. <em>Backing off</em> stops
 * one batch, longer each time, bounded by how often it failed and since when.
 *
 * <p>A batch is given up by an answer and never by the passing of time alone, so that no change of
 * a clock gives up a batch that was not just refused.
 */
public final class DeliveryMachine {

  private static final int CONTENT_TOO_LARGE = 413;
  private static final int TOO_MANY_REQUESTS = 429;

  private final MachineSettings settings;

  /** A machine with these settings. */
  public DeliveryMachine(MachineSettings settings) {
    this.settings = settings;
  }

  /** Whether a batch may be sent now. */
  public Gate gate(DeliveryState state, Instant now, long batch) {
    Instant pausedUntil = state.pausedUntil().orElse(now);
    if (pausedUntil.isAfter(now)) {
      return Gate.holdAll(pausedUntil);
    }
    Instant next = state.next(batch).orElse(now);
    return next.isAfter(now) ? Gate.holdBatch(next) : Gate.OPEN;
  }

  /**
   * A state that was made with other settings, or comes from elsewhere: no wait in it is longer
   * than the longest one of these settings, and nothing began in the future.
   */
  public DeliveryState bounded(DeliveryState state, Instant now) {
    Instant latestNext = now.plus(settings.http().backoff().maxBackoffInterval());
    DeliveryState bounded =
        state.paused(
            earlier(state.pausedUntil().orElse(null), now.plus(maxPause())),
            state.pauses(),
            earlier(state.episodeStart().orElse(null), now));
    for (Long batch : state.batches().keySet()) {
      bounded =
          bounded.with(
              batch,
              record ->
                  record.at(
                      earlier(record.next(), latestNext), earlier(record.firstFailure(), now)));
    }
    return bounded;
  }

  private Duration maxPause() {
    return settings.http().rateLimit().maxRetryInterval();
  }

  private static @Nullable Instant earlier(@Nullable Instant time, Instant bound) {
    return time != null && time.isAfter(bound) ? bound : time;
  }

  /** A batch is about to be sent. To be saved before it is, so that no attempt is forgotten. */
  public DeliveryState sending(DeliveryState state, long batch) {
    return state.with(batch, BatchRecord::sending);
  }

  /** The server has settled some of the events that were sent, and not all. */
  public DeliveryState progressed(DeliveryState state, long batch) {
    return state.paused(null, 0, null).with(batch, BatchRecord::progressed);
  }

  /**
   * There is an answer, or it is certain that there will be none.
   *
   * @param chance at least 0 and below 1
   */
  public Step answered(DeliveryState state, Instant now, long batch, Answer answer, double chance) {
    if (answer.isSuccess()) {
      return new Step(settled(state.paused(null, 0, null), batch, answer), Verdict.done());
    }
    if (isTooLarge(answer)) {
      return split(state, now, batch, answer);
    }
    return switch (Route.of(settings, answer)) {
      case PAUSE -> pause(state, now, batch, answer);
      case BACK_OFF -> backOff(state, now, batch, answer, chance);
      case KEEP -> keep(state, now, batch, chance, answer.name() + " is kept");
      case REFUSED -> refused(state, batch, answer);
      case SWITCHED_OFF -> switchedOff(state, batch, answer);
    };
  }

  /** Events that were to be sent have to stay for a while, because of something on our side. */
  public Step kept(DeliveryState state, Instant now, long batch, double chance, String why) {
    return keep(state, now, batch, chance, why + "; kept");
  }

  /**
   * Events that were to be given up have to stay, because nobody took them. What the server said to
   * all holds.
   *
   * @param before the state in which the answer came
   * @param dropped what was made of the answer
   */
  public Step keptInstead(
      DeliveryState before, Step dropped, Instant now, long batch, double chance) {
    DeliveryState after = dropped.state();
    DeliveryState paused =
        before.paused(
            after.pausedUntil().orElse(null), after.pauses(), after.episodeStart().orElse(null));
    String why = dropped.verdict().why() + ", but the dead letter did not take it; kept";
    return keep(paused, now, batch, chance, why);
  }

  /** Whether an event that was answered by itself is given up, and why; empty if it is not. */
  public Optional<Verdict> refusal(int status, Hint hint) {
    Answer answer = Answer.leftOver(status, hint, 1, false);
    return switch (Route.of(settings, answer)) {
      case REFUSED, SWITCHED_OFF ->
          Optional.of(answered(DeliveryState.empty(), Instant.EPOCH, 0, answer, 0).verdict());
      default -> Optional.empty();
    };
  }

  /** The wait after something on our side has failed so many times in a row. */
  public Duration waitAfter(int failures, double chance) {
    return settings.http().backoff().delay(failures, chance);
  }

  /** Whether a status is told to be kept, so that it must not be given up with others. */
  public boolean keeps(int status) {
    return settings.http().backoff().behavior(status) == Behavior.KEEP;
  }

  /** The sent events leave: what was remembered goes with them, except for how many to send. */
  private static DeliveryState settled(DeliveryState state, long batch, Answer answer) {
    return answer.more() ? state.with(batch, BatchRecord::rest) : state.without(batch);
  }

  /** Who says what becomes of a 413 does not want it to be split. */
  private boolean isTooLarge(Answer answer) {
    return answer.status() == CONTENT_TOO_LARGE
        && settings.splits()
        && answer.sent() > 1
        && settings.http().backoff().override(CONTENT_TOO_LARGE).isEmpty();
  }

  /** Half of what was sent, not of what may be sent: otherwise the same comes again. */
  private static Step split(DeliveryState state, Instant now, long batch, Answer answer) {
    int half = answer.sent() / 2;
    String why = "413 for " + answer.sent() + " events; " + half + " are sent next";
    return new Step(
        state.with(batch, record -> record.limitedTo(half)),
        Verdict.again(Verdict.Kind.SPLIT, now, why));
  }

  private Step pause(DeliveryState state, Instant now, long batch, Answer answer) {
    Duration wait = pauseFor(answer);
    Instant until = now.plus(wait);
    Verdict again =
        Verdict.again(
            Verdict.Kind.PAUSE, until, answer.name() + " pauses for " + Durations.text(wait));
    if (keeps(answer.status())) {
      return new Step(
          state.paused(until, state.pauses(), state.episodeStart().orElse(null)), again);
    }
    Instant start = state.episodeStart().orElse(now);
    Verdict over = endOfEpisode(state.pauses(), Duration.between(start, now), wait, answer);
    if (over != null) {
      return new Step(settled(state.paused(until, 0, null), batch, answer), over);
    }
    return new Step(state.paused(until, state.pauses() + 1, start), again);
  }

  private Duration pauseFor(Answer answer) {
    if (answer.hasUsableHint()) {
      Duration asked = answer.hint().duration();
      return asked.compareTo(maxPause()) < 0 ? asked : maxPause();
    }
    // "At once" is taken at its word only so far that it cannot become a loop.
    return answer.hasZeroHint() ? settings.http().backoff().baseBackoffInterval() : maxPause();
  }

  /** Null while the episode may go on. */
  private @Nullable Verdict endOfEpisode(
      int pauses, Duration lasted, Duration wait, Answer answer) {
    RateLimitConfig config = settings.http().rateLimit();
    if (settings.limitRetries() && pauses >= config.maxRetryCount()) {
      return Verdict.drop(
          DropReason.RETRIES_EXHAUSTED,
          answer.name() + " after " + pauses + " pauses (rateLimitConfig.maxRetryCount)");
    }
    return lasted.plus(wait).compareTo(config.maxRateLimitDuration()) <= 0
        ? null
        : Verdict.drop(
            DropReason.TIME_EXHAUSTED,
            late(answer, wait, config.maxRateLimitDuration())
                + " of the first pause (rateLimitConfig.maxRateLimitDuration)");
  }

  private static String late(Answer answer, Duration wait, Duration longest) {
    return answer.name()
        + ", and the next wait of "
        + Durations.text(wait)
        + " does not end within "
        + Durations.text(longest);
  }

  private Step backOff(DeliveryState state, Instant now, long batch, Answer answer, double chance) {
    BackoffConfig config = settings.http().backoff();
    BatchRecord record = state.record(batch);
    if (settings.limitRetries()
        && answer.isAnswered()
        && record.counted() >= config.maxRetryCount()) {
      String why =
          answer.name() + " after " + record.counted() + " retries (backoffConfig.maxRetryCount)";
      return dropped(state, batch, answer, Verdict.drop(DropReason.RETRIES_EXHAUSTED, why));
    }
    Duration wait = config.delay(record.failures() + 1, chance);
    Instant first = record.firstFailure() == null ? now : record.firstFailure();
    Duration total = Duration.between(first, now).plus(wait);
    if (total.compareTo(config.maxTotalBackoffDuration()) > 0) {
      String why =
          late(answer, wait, config.maxTotalBackoffDuration())
              + " of the first failure (backoffConfig.maxTotalBackoffDuration)";
      return dropped(state, batch, answer, Verdict.drop(DropReason.TIME_EXHAUSTED, why));
    }
    Instant next = now.plus(wait);
    String why = answer.name() + " backs off for " + Durations.text(wait);
    return new Step(
        state.with(batch, old -> old.failed(next, first, answer.isAnswered())),
        Verdict.again(Verdict.Kind.BACK_OFF, next, why));
  }

  private Step keep(DeliveryState state, Instant now, long batch, double chance, String what) {
    Duration wait = settings.http().backoff().delay(state.record(batch).failures() + 1, chance);
    Instant next = now.plus(wait);
    return new Step(
        state.with(batch, record -> record.keptUntil(next)),
        Verdict.again(Verdict.Kind.KEEP, next, what + " for " + Durations.text(wait)));
  }

  private static Step refused(DeliveryState state, long batch, Answer answer) {
    String why = answer.name() + " is not retried (backoffConfig.statusCodeOverrides)";
    return dropped(state, batch, answer, Verdict.drop(DropReason.REFUSED, why));
  }

  private static Step switchedOff(DeliveryState state, long batch, Answer answer) {
    String path = answer.status() == TOO_MANY_REQUESTS ? "rateLimitConfig" : "backoffConfig";
    String why = answer.name() + " would be retried, but " + path + ".enabled is false";
    return dropped(state, batch, answer, Verdict.drop(DropReason.RETRIES_OFF, why));
  }

  private static Step dropped(DeliveryState state, long batch, Answer answer, Verdict drop) {
    return new Step(settled(state, batch, answer), drop);
  }
}
