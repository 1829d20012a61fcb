package dev.heed.guard;

import java.time.Duration;
import java.util.List;

/**
 * The guards of one kind in a plan: one for each partition, made when the first call to it begins.
 * Holds settings and no state of its own, so that plans never share state by accident. Safe for use
 * by several threads.
 *
 * <p>When the settings of a plan are replaced while it runs, the guards of a family are kept, with
 * all that they know, if a new family {@linkplain Object#equals equals} it.
 */
public interface GuardFamily {

  /** What these guards do; when a client has a family of its own, it replaces a default one. */
  GuardKind kind();

  /** The name shown by {@code describe()}, in events and in messages, such as {@code limit}. */
  String name();

  /** The settings in one line, for {@code describe()}; empty text for none. */
  default String options() {
    return "";
  }

  /** Makes the guard of a partition. Called once for each partition that is kept. */
  Guard open(Partition partition);

  /**
   * Whether all partitions have the same guard, so that one host can stop the calls to all others;
   * {@code describe()} warns of it. False by default.
   */
  default boolean isShared() {
    return false;
  }

  /** The longest that a guard can make one asker wait, for worst cases; zero by default. */
  default Duration longestWait() {
    return Duration.ZERO;
  }

  /** What is wrong with these settings in a plan with such limits; empty when all is well. */
  default List<String> violations(PlanLimits limits) {
    return List.of();
  }
}
