package dev.heed.guard;

import dev.heed.time.TimeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan's requests that shares guards: by default those to the same scheme, host and
 * port. Safe for use by several threads.
 */
public final class Partition {

  /** What all generations of a partition share when the settings of a plan are replaced. */
  private static final class Home {

    private final TimeSource time;
    // What a guard is given: it shows the guards of the newest generation, and holds no older one.
    private final Partition shown;
    private volatile Partitions.Listener listener;

    Home(Partitions owner, String key) {
      time = owner.time;
      listener = owner.listener;
      shown = new Partition(key, this);
    }
  }

  private final String key;
  private final Home home;
  private GuardSet guards;
  private volatile boolean sentTo;
  private volatile boolean evicted;
  // Written often and read when room is needed; a lost write only makes a busy one look less busy.
  private boolean used;

  private Partition(String key, Home home) {
    this.key = key;
    this.home = home;
    guards = GuardSet.NONE;
  }

  /**
   * A partition of these guards.
   *
   * @param other the same partition before or after the settings were replaced: what it knows is
   *     shared where the settings of a guard are equal
   */
  Partition(Partitions owner, String key, @Nullable Partition other) {
    this.key = key;
    home = other == null ? new Home(owner, key) : other.home;
    sentTo = !owner.routed || (other != null && other.sentTo);
    guards = new GuardSet(owner, home.shown, other == null ? GuardSet.NONE : other.guards, sentTo);
    if (other == null) {
      home.shown.guards = guards;
    }
  }

  /** New calls use these guards from now on. */
  void isNewest(Partitions owner) {
    home.listener = owner.listener;
    home.shown.guards = guards;
  }

  /**
   * Whether attempts go here. Of a plan that sends them elsewhere, the partition of a call's own
   * request has no guards of the attempt ring, which would stand idle.
   */
  boolean isSentTo() {
    return sentTo;
  }

  /**
   * Attempts go here from now on, and have to pass the guards of their ring.
   *
   * @param newest the same partition after the settings were replaced, which may know them already
   */
  void sendTo(Partitions owner, @Nullable Partition newest) {
    GuardSet known = newest == null ? guards : guards.withAttemptRingOf(newest.guards);
    guards = new GuardSet(owner, home.shown, known, true);
    if (newest == null) {
      home.shown.guards = guards;
    }
    sentTo = true;
  }

  /** The key, such as {@code https://api.example.com}; or what the plan's own function chose. */
  public String key() {
    return key;
  }

  /** The plan's time source, for guards. */
  public TimeSource time() {
    return home.time;
  }

  /**
   * The guards that a call and its attempts have to pass, outermost first: those of the call ring,
   * then those of the attempt ring. Where a plan sends its attempts to endpoints, the partition of
   * the call's own request has none of the attempt ring. Unmodifiable.
   */
  public List<Guard> guards() {
    return guards.all();
  }

  /** How many of them stand in the call ring. */
  public int guardsOfCalls() {
    return guards.ofCalls();
  }

  /** The retry budget; null when the plan has none. */
  public @Nullable Guard retryBudget() {
    return guards.budget();
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
    home.listener.changed(this, family, from, to);
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
    boolean idle = guards.isIdle();
    evicted = idle;
    return idle;
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
    guards.all().forEach(guard -> append(text, guard));
    Guard budget = guards.budget();
    if (budget != null) {
      append(text, budget);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Guard guard) {
    text.append(", ").append(guard.family().name()).append(": ").append(guard.state());
  }
}
