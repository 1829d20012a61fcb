package dev.heed.resilience4j;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.guard.Settlement;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A breaker of Resilience4j as the guard of a partition.
 *
 * <p>Resilience4j does not know which admission a result belongs to: raw, a success from before the
 * break closes a half-open breaker, and a cancel from then makes room for one more trial. Hence two
 * kinds of permits. One that was <em>certainly</em> given while the breaker was closed (it was so
 * before and after) counts only as long as it has not opened since; nothing in the breaker waits
 * for its end. Every other permit is always settled, since it may be the trial that a half-open
 * breaker waits for.
 *
 * <p>Changes of the state are found by looking at it before and after, not by listening: a listener
 * would make Resilience4j build an event for every call, and could not be taken off again.
 */
final class BreakerGuard implements Guard {

  /** What differs between breakers of Heed's and of the user's. */
  interface Manner {

    /** How long it stays open; null where only the breaker knows. */
    @Nullable Duration openFor();

    /** Whether it wants to know how long things took: it costs two readings of the clock. */
    boolean isTimed();

    /** Whether 429 is a failure. */
    boolean countsThrottled();

    /** Why an open one refuses. */
    String whyOpen();

    /** Why a half-open one refuses. */
    String whyHalfOpen();
  }

  private static final int TOO_MANY_REQUESTS = 429;

  private final GuardFamily family;
  private final Partition partition;
  private final CircuitBreaker breaker;
  private final Manner manner;
  private final Refusal open;
  private final Refusal halfOpen;
  private final Trial trial = new Trial(0);
  private final AtomicReference<State> seen;
  // Given while closed. Another one takes its place when the breaker opens; what the old one stands
  // for is late then.
  private volatile Period period = new Period();
  // The end of the time for which a breaker of ours stays open, on the plan's clock.
  private volatile long openUntil;

  BreakerGuard(GuardFamily family, Partition partition, CircuitBreaker breaker, Manner manner) {
    this.family = family;
    this.partition = partition;
    this.breaker = breaker;
    this.manner = manner;
    open = Refusal.because(manner.whyOpen());
    halfOpen = Refusal.because(manner.whyHalfOpen());
    seen = new AtomicReference<>(breaker.getState());
    openUntil = partition.time().nanoTime();
  }

  @Override
  public GuardFamily family() {
    return family;
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  Partition partition() {
    return partition;
  }

  @Override
  public Admission admit(Asker asker) {
    // Read first: if the breaker opens meanwhile, this one is late already.
    Period current = period;
    State before = breaker.getState();
    long left = before == State.OPEN ? left() : 0;
    if (isLastMoment(left) || !breaker.tryAcquirePermission()) {
      noteState();
      return refusal();
    }
    if (before == State.CLOSED && breaker.getState() == State.CLOSED) {
      return manner.isTimed()
          ? new Counted(current, breaker.getCurrentTimestamp())
          : current.untimed;
    }
    noteState();
    return manner.isTimed() ? new Trial(breaker.getCurrentTimestamp()) : trial;
  }

  /** Resilience4j itself would let a trial through in the last millisecond. */
  private static boolean isLastMoment(long left) {
    return left > 0 && left <= TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** Nanoseconds until a trial; not positive when it is due or nobody knows. */
  private long left() {
    return openUntil - partition.time().nanoTime();
  }

  private Refusal refusal() {
    return switch (breaker.getState()) {
      case FORCED_OPEN ->
          Refusal.because("the breaker was forced open; Breakers.close lets it close");
      case HALF_OPEN -> halfOpen;
      default -> {
        long left = left();
        yield left > 0 ? open.retryAfter(Duration.ofNanos(left)) : open;
      }
    };
  }

  /** Tells of a change, once, outside of anything that Resilience4j may run twice. */
  private void noteState() {
    State now = breaker.getState();
    State before = Objects.requireNonNull(seen.get());
    if (now == before) {
      return;
    }
    if (now == State.OPEN && manner.openFor() != null) {
      openUntil = partition.time().nanoTime() + manner.openFor().toNanos();
    }
    if (now != State.CLOSED) {
      period = new Period();
    }
    if (seen.compareAndSet(before, now)) {
      partition.changed(family, word(before), word(now));
    }
  }

  /** Refuses everything until it is closed. */
  void forceOpen() {
    if (breaker.getState() != State.FORCED_OPEN) {
      breaker.transitionToForcedOpenState();
    }
    noteState();
  }

  /** Lets everything through and forgets what was counted. */
  void close() {
    if (breaker.getState() == State.CLOSED) {
      breaker.reset();
    } else {
      breaker.transitionToClosedState();
    }
    noteState();
  }

  @Override
  public boolean isIdle() {
    // A new breaker does not know of successes either, and they keep it from opening only.
    return breaker.getState() == State.CLOSED && breaker.getMetrics().getNumberOfFailedCalls() == 0;
  }

  @Override
  public String state() {
    return word(breaker.getState());
  }

  static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Settlement judge(Ending ending) {
    boolean throttled = manner.countsThrottled() && ending.status() == TOO_MANY_REQUESTS;
    return throttled && ending.failure().isEmpty() ? Settlement.FAILURE : ending.settlement();
  }

  private void record(Settlement settlement, Ending ending, long began) {
    long took = manner.isTimed() ? breaker.getCurrentTimestamp() - began : 0;
    TimeUnit unit = breaker.getTimestampUnit();
    if (settlement == Settlement.SUCCESS) {
      breaker.onSuccess(took, unit);
    } else {
      breaker.onError(
          took, unit, ending.failure().orElseGet(() -> new StatusException(ending.status())));
    }
  }

  /** A time during which the breaker is closed. */
  private final class Period {

    final Counted untimed = new Counted(this, 0);
  }

  /** Given while the breaker was certainly closed. */
  private final class Counted extends Permit {

    private final Period of;
    private final long began;

    Counted(Period of, long began) {
      this.of = of;
      this.began = began;
    }

    @Override
    public void settle(Ending ending) {
      Settlement settlement = judge(ending);
      boolean late = period != of || breaker.getState() != State.CLOSED;
      if (!late && settlement != Settlement.IGNORED) {
        record(settlement, ending, began);
        noteState();
      }
    }
  }

  /** Given while the breaker was half-open, or may have been. */
  private final class Trial extends Permit {

    private final long began;

    Trial(long began) {
      this.began = began;
    }

    @Override
    public void settle(Ending ending) {
      Settlement settlement = judge(ending);
      if (settlement == Settlement.IGNORED) {
        breaker.releasePermission();
        return;
      }
      boolean recorded = false;
      try {
        record(settlement, ending, began);
        recorded = true;
      } finally {
        if (!recorded) {
          // A predicate of the user's has failed; the next one is the trial.
          breaker.releasePermission();
        }
      }
      noteState();
    }
  }
}
