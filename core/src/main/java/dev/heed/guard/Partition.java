package dev.heed.guard;

import dev.heed.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan's requests that shares guards: by default those to the same scheme, host and
 * port. Safe for use by several threads.
 */
public final class Partition {

  private final Partitions owner;
  private final String key;
  private final List<Guard> callGuards;
  private final List<Guard> attemptGuards;
  private final @Nullable Guard retryBudget;
  private volatile boolean evicted;
  // Written often and read when room is needed; a lost write only makes a busy one look less busy.
  private boolean used;

  Partition(Partitions owner, String key) {
    this.owner = owner;
    this.key = key;
    callGuards = owner.openAll(owner.callRing, this);
    attemptGuards = owner.openAll(owner.attemptRing, this);
    GuardFamily budget = owner.budget;
    retryBudget = budget == null ? null : owner.opened(budget, this);
  }

  /** The key, such as {@code https://api.example.com}; or what the plan's own function chose. */
  public String key() {
    return key;
  }

  /** The plan's time source, for guards. */
  public TimeSource time() {
    return owner.time;
  }

  /** The guards of the call ring, outermost first. Unmodifiable. */
  public List<Guard> callGuards() {
    return callGuards;
  }

  /** The guards of the attempt ring, outermost first. Unmodifiable. */
  public List<Guard> attemptGuards() {
    return attemptGuards;
  }

  /** The retry budget; null when the plan has none. */
  public @Nullable Guard retryBudget() {
    return retryBudget;
  }

  /** All guards, from the outside to the inside. Unmodifiable. */
  public List<Guard> guards() {
    List<Guard> all = new ArrayList<>(callGuards);
    if (retryBudget != null) {
      all.add(retryBudget);
    }
    all.addAll(attemptGuards);
    return List.copyOf(all);
  }

  /**
   * Tells the plan's listeners that a guard has changed its state. Called by guards, outside of any
   * lock and of any update that may run twice.
   *
   * @param family the guard's
   * @param from the state before, in a word
   * @param to the state now, in a word
   */
  public void changed(GuardFamily family, String from, String to) {
    owner.listener.changed(this, family, from, to);
  }

  /**
   * Whether this partition has been dropped to make room. An asker that finds so gives its permit
   * back and asks the partition that has taken the place: see {@link Partitions#of}.
   */
  public boolean isEvicted() {
    return evicted;
  }

  /**
   * Drops this partition if no guard knows anything worth keeping. The mark is set before the
   * guards are asked, and an asker looks at the mark after it was admitted: one of the two sees the
   * other, so that nobody is admitted by a guard that has been dropped.
   */
  boolean evict() {
    evicted = true;
    boolean idle =
        areIdle(owner.callRing, callGuards)
            && areIdle(owner.attemptRing, attemptGuards)
            && (retryBudget == null || retryBudget.isIdle());
    evicted = idle;
    return idle;
  }

  /** A guard that all partitions share does not go away with one of them. */
  private static boolean areIdle(List<GuardFamily> families, List<Guard> guards) {
    for (int i = 0; i < guards.size(); i++) {
      if (!families.get(i).isShared() && !guards.get(i).isIdle()) {
        return false;
      }
    }
    return true;
  }

  void use() {
    if (!used) {
      used = true;
    }
  }

  /** Whether it was used since the last time it was asked so. */
  boolean unuse() {
    boolean was = used;
    used = false;
    return was;
  }

  /** The key and the state of each guard. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(key);
    for (Guard guard : guards()) {
      text.append(", ").append(guard.family().name()).append(": ").append(guard.state());
    }
    return text.toString();
  }
}
