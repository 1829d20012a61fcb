package dev.heed.guard;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The cooldown of one partition. Its state is one object behind one reference: null while calls are
 * free, else the pause and the release that follows it. The reference is read once for each
 * question, so that a call sees one state, and it is changed by compare-and-set from the state that
 * was seen.
 *
 * <p>The k-th call that is released goes at a fraction of the spread that is k with its bits
 * reversed: 0, 1/2, 1/4, 3/4, 1/8 ... However many there are, they are spread evenly, and a single
 * one is not delayed at all.
 */
final class CooldownLine implements Guard {

  private final Cooldown settings;
  private final Partition partition;
  private final AtomicReference<@Nullable Pause> state = new AtomicReference<>();
  private final AtomicInteger inLine = new AtomicInteger();

  CooldownLine(Cooldown settings, Partition partition) {
    this.settings = settings;
    this.partition = partition;
  }

  /** A pause, and its release. Instants on the monotonic clock. */
  private record Pause(long until, long spread, AtomicInteger released) {

    /** The end of the release; later the pause means nothing any more. */
    long end() {
      return until + spread;
    }

    /** The instant at which the next held call goes. */
    long nextSlot() {
      long fraction = Integer.toUnsignedLong(Integer.reverse(released.getAndIncrement()));
      return until + (long) (spread * (fraction / 0x1p32));
    }
  }

  @Override
  public GuardFamily family() {
    return settings;
  }

  @Override
  public void hinted(long until) {
    long now = partition.time().nanoTime();
    long asked = Math.min(until - now, nanos(settings.maxPause));
    if (asked <= 0) {
      return;
    }
    long end = now + asked;
    Pause seen = state.get();
    while (seen == null || end - seen.until > 0) {
      // Calls that are held over the longer pause keep their turns, so that no two share one.
      AtomicInteger turns =
          seen == null || seen.until - now <= 0 ? new AtomicInteger() : seen.released;
      Pause longer = new Pause(end, Math.min(asked, nanos(settings.spread)), turns);
      if (state.compareAndSet(seen, longer)) {
        if (seen == null) {
          partition.changed(settings, "free", "paused");
        }
        return;
      }
      seen = state.get();
    }
  }

  @Override
  public Admission admit(Asker asker) {
    Pause pause = state.get();
    return pause == null ? Permit.free() : admitDuring(pause, asker.attempt() > 1);
  }

  private Admission admitDuring(Pause pause, boolean retries) {
    long now = partition.time().nanoTime();
    if (pause.until - now > 0) {
      return hold(pause, now, false);
    }
    if (pause.end() - now <= 0) {
      if (state.compareAndSet(pause, null)) {
        partition.changed(settings, "paused", "free");
      }
      return Permit.free();
    }
    // What begins now comes by itself at its own time; what was to come back comes in its turn.
    return retries && settings.line > 0 ? hold(pause, now, false) : Permit.free();
  }

  /**
   * A place in the line, if there is one.
   *
   * @param placed whether the asker has a place already
   */
  private Admission hold(Pause pause, long now, boolean placed) {
    long left = pause.until - now;
    if (left > nanos(settings.maxWait)) {
      return refusal(left, "above Cooldown.maxWait of " + Durations.text(settings.maxWait));
    }
    long slot = pause.nextSlot();
    if (slot - now <= 0) {
      return Permit.free();
    }
    return placed || joins() ? new Turn(slot) : lineIsFull(slot - now);
  }

  private boolean joins() {
    int now = inLine.get();
    while (now < settings.line) {
      if (inLine.compareAndSet(now, now + 1)) {
        return true;
      }
      now = inLine.get();
    }
    return false;
  }

  private Refusal lineIsFull(long left) {
    return refusal(
        left,
        settings.line == 0
            ? "and Cooldown.line is 0"
            : "and the line of " + settings.line + " is full: raise Cooldown.line");
  }

  private Refusal refusal(long left, String why) {
    Duration remaining = Duration.ofNanos(left);
    return Refusal.because(
            "the server asked for a pause, of which "
                + Durations.text(remaining)
                + " are left, "
                + why)
        .retryAfter(remaining);
  }

  /** Longer than this the clock could not tell before from after. */
  private static long nanos(Duration duration) {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE / 4);
    return duration.compareTo(longest) < 0 ? duration.toNanos() : longest.toNanos();
  }

  @Override
  public boolean isIdle() {
    Pause pause = state.get();
    boolean free = pause == null || pause.end() - partition.time().nanoTime() <= 0;
    return free && inLine.get() == 0;
  }

  @Override
  public String state() {
    Pause pause = state.get();
    long now = partition.time().nanoTime();
    if (pause == null || pause.end() - now <= 0) {
      return "free";
    }
    long left = pause.until - now;
    String what = left > 0 ? "paused for " + Durations.text(Duration.ofNanos(left)) : "releasing";
    return what + ", " + inLine + " in line";
  }

  /** A place in the line. */
  private final class Turn extends GuardWait {

    Turn(long slot) {
      super(slot);
    }

    @Override
    public Admission again(Asker asker) {
      Pause pause = state.get();
      long now = partition.time().nanoTime();
      // Its turn has come, unless another answer has made the pause longer in the meantime.
      Admission answer =
          pause != null && pause.until - now > 0 ? hold(pause, now, true) : Permit.free();
      if (!(answer instanceof Turn)) {
        leave();
      }
      return answer;
    }

    @Override
    public void leave() {
      inLine.decrementAndGet();
    }
  }
}
