package dev.heed.testing;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All timers and sleeping threads, in the order in which their time comes. Guarded by its user. */
final class Agenda {

  private final TreeSet<Entry> entries = new TreeSet<>();
  private long order;

  /**
   * Adds a wait of the current thread, or of a timer that it sets.
   *
   * @param due nanoseconds since the start of the clock
   * @param task null for a sleeping thread
   */
  Entry add(long due, @Nullable Runnable task) {
    Entry entry = new Entry(due, order++, task, Thread.currentThread());
    entries.add(entry);
    return entry;
  }

  void remove(Entry entry) {
    entries.remove(entry);
  }

  void clear() {
    entries.clear();
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int size() {
    return entries.size();
  }

  boolean contains(Entry entry) {
    return entries.contains(entry);
  }

  boolean hasOneDueAt(long due) {
    return entries.stream().anyMatch(entry -> entry.due == due);
  }

  boolean hasOneDueBy(long due) {
    return !entries.isEmpty() && entries.first().due <= due;
  }

  /** The one whose time comes first; must not be empty. */
  Entry first() {
    return entries.first();
  }

  List<PendingWait> pending() {
    return entries.stream().map(Entry::asPending).toList();
  }

  /**
   * A timer or a sleeping thread. Of two for the same instant, the one that came first is first.
   */
  static final class Entry implements Comparable<Entry> {

    final long due;
    final @Nullable Runnable task;
    private final long order;
    private final Thread thread;

    private Entry(long due, long order, @Nullable Runnable task, Thread thread) {
      this.due = due;
      this.order = order;
      this.task = task;
      this.thread = thread;
    }

    private PendingWait asPending() {
      String name = "thread \"" + thread.getName() + '"';
      return new PendingWait(
          task == null ? name : "timer of " + purpose(task) + ", set by " + name,
          Duration.ofNanos(due));
    }

    /** What the task calls itself; where it does not, its class without what the compiler adds. */
    private static String purpose(Runnable task) {
      String type = task.getClass().getName();
      String own = task.toString();
      if (!own.startsWith(type + '@')) {
        return own;
      }
      int lambda = type.indexOf("$$Lambda");
      String written = lambda < 0 ? type : type.substring(0, lambda);
      return written.substring(written.lastIndexOf('.') + 1).replace('$', '.');
    }

    @Override
    public int compareTo(Entry other) {
      return due == other.due ? Long.compare(order, other.order) : Long.compare(due, other.due);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(order);
    }
  }
}
