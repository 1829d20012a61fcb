package dev.heed.guard;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The guards of one partition, as the settings of its plan want them. Immutable; the guards
 * themselves are not.
 */
final class GuardSet {

  static final GuardSet NONE = new GuardSet();

  private final List<Guard> all;
  private final int ofCalls;
  private final @Nullable Guard budget;
  // A guard that all partitions share does not go away with one of them.
  private final List<Guard> own = new ArrayList<>();

  private GuardSet() {
    all = List.of();
    ofCalls = 0;
    budget = null;
  }

  /**
   * Guards for the families of a plan.
   *
   * @param partition what they are for
   * @param known guards for other settings of the same plan: those of an equal family are taken as
   *     they are, with all that they know
   * @param sentTo whether attempts go there, so that there are guards of the attempt ring
   */
  GuardSet(Partitions plan, Partition partition, GuardSet known, boolean sentTo) {
    List<GuardFamily> attemptRing = sentTo ? plan.attemptRing : List.of();
    ofCalls = plan.callRing.size();
    all =
        Stream.concat(
                opened(plan, plan.callRing, partition, known.ofCallRing()).stream(),
                opened(plan, attemptRing, partition, known.ofAttemptRing()).stream())
            .toList();
    List<Guard> budgets = known.budget == null ? List.of() : List.of(known.budget);
    List<GuardFamily> wanted = plan.budget == null ? List.of() : List.of(plan.budget);
    budget = opened(plan, wanted, partition, budgets).stream().findFirst().orElse(null);
  }

  private GuardSet(GuardSet calls, GuardSet attempts) {
    all = Stream.concat(calls.ofCallRing().stream(), attempts.ofAttemptRing().stream()).toList();
    ofCalls = calls.ofCalls;
    budget = calls.budget;
  }

  /** These guards of the call ring and others of the attempt ring: what another set may know. */
  GuardSet withAttemptRingOf(GuardSet other) {
    return new GuardSet(this, other);
  }

  private List<Guard> ofCallRing() {
    return all.subList(0, ofCalls);
  }

  private List<Guard> ofAttemptRing() {
    return all.subList(ofCalls, all.size());
  }

  private List<Guard> opened(
      Partitions plan, List<GuardFamily> families, Partition partition, List<Guard> known) {
    List<Guard> left = new ArrayList<>(known);
    List<Guard> guards = new ArrayList<>();
    for (GuardFamily family : families) {
      Guard kept = take(left, family);
      Guard guard = kept == null ? plan.opened(family, partition) : kept;
      guards.add(guard);
      if (!family.isShared()) {
        own.add(guard);
      }
    }
    return List.copyOf(guards);
  }

  /** The first guard of an equal family, which is then taken by nobody else. */
  private static @Nullable Guard take(List<Guard> left, GuardFamily family) {
    for (Iterator<Guard> guards = left.iterator(); guards.hasNext(); ) {
      Guard guard = guards.next();
      if (!(guard instanceof OpenGuard) && isOf(guard, family)) {
        guards.remove();
        return guard;
      }
    }
    return null;
  }

  /** A guard of the user's that fails is of no family. */
  private static boolean isOf(Guard guard, GuardFamily family) {
    try {
      return family.equals(guard.family());
    } catch (Throwable e) {
      return false;
    }
  }

  /** Outermost first: those of the call ring, then those of the attempt ring. Unmodifiable. */
  List<Guard> all() {
    return all;
  }

  /** How many of them stand in the call ring. */
  int ofCalls() {
    return ofCalls;
  }

  @Nullable Guard budget() {
    return budget;
  }

  /** Whether forgetting these guards would change nothing. */
  boolean isIdle() {
    return own.stream().allMatch(Guard::isIdle);
  }
}
