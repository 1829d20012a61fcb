package dev.heed.testing;

import dev.heed.Heed;
import dev.heed.PlanDescription;
import dev.heed.PlanDescription.Part;
import dev.heed.PlanDescription.Position;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says what a plan must look like: {@code assertPlan(plan).outsideRetry("idempotency
 * key").insideRetry("bearer token")}. Where it does not, the failure shows the whole chain. Parts
 * have the names that {@code describe()} gives them.
 */
public final class PlanAssert {

  private final PlanDescription plan;

  private PlanAssert(PlanDescription plan) {
    this.plan = plan;
  }

  /** About a plan. */
  public static PlanAssert assertPlan(Heed plan) {
    return assertPlan(plan.describe());
  }

  /** About a plan on its client: what {@code client.describe()} returns. */
  public static PlanAssert assertPlan(PlanDescription plan) {
    return new PlanAssert(plan);
  }

  /** The part stands in the call ring alone: it runs once for each call. */
  public PlanAssert outsideRetry(String part) {
    return standsAt(part, Position.CALL, "outside the retry");
  }

  /** The part stands in the attempt ring alone: it runs once for each send. */
  public PlanAssert insideRetry(String part) {
    return standsAt(part, Position.ATTEMPT, "inside the retry");
  }

  private PlanAssert standsAt(String name, Position expected, String where) {
    String what = '"' + name + "\" " + where;
    List<Position> all =
        plan.parts().stream().filter(part -> part.name().equals(name)).map(Part::position).toList();
    check(!all.isEmpty(), what, "there is no such part");
    for (Position position : all) {
      check(position == expected, what, "its position is " + position);
    }
    return this;
  }

  /** These parts are there in this order, the outermost first; others may stand between them. */
  public PlanAssert inOrder(String... parts) {
    List<String> names = plan.parts().stream().map(Part::name).toList();
    int from = 0;
    for (String name : parts) {
      String what = "the order " + List.of(parts);
      check(names.contains(name), what, "there is no \"" + name + '"');
      int found = names.subList(from, names.size()).indexOf(name);
      check(found >= 0, what, '"' + name + "\" stands further out");
      from += found + 1;
    }
    return this;
  }

  /** There is no such part. */
  public PlanAssert without(String part) {
    return check(
        plan.parts().stream().noneMatch(each -> each.name().equals(part)),
        "a plan without \"" + part + '"',
        "it is there");
  }

  /** A call is sent at most so many times. */
  public PlanAssert sendsAtMost(int count) {
    Optional<Integer> worst = plan.worstCaseSends();
    return check(
        worst.isPresent() && worst.get() <= count,
        "at most " + count + " sends",
        worst.map(sends -> sends + " in the worst case").orElse("there is no limit"));
  }

  /** All waits of a call together take at most this long. */
  public PlanAssert waitsAtMost(Duration total) {
    return check(
        plan.worstCaseWait().compareTo(total) <= 0,
        "waits of at most " + Durations.text(total),
        Durations.text(plan.worstCaseWait()) + " in the worst case");
  }

  /** A warning contains this text. */
  public PlanAssert warns(String part) {
    return check(
        plan.warnings().stream().anyMatch(warning -> warning.contains(part)),
        "a warning with \"" + part + '"',
        plan.warnings().isEmpty() ? "there is none" : "there are others");
  }

  /** There is no warning. */
  public PlanAssert warnsOfNothing() {
    return check(plan.warnings().isEmpty(), "no warning", "there are some");
  }

  private PlanAssert check(boolean holds, String expected, String actual) {
    if (!holds) {
      throw new AssertionError("expected " + expected + ", but " + actual + ":\n" + plan);
    }
    return this;
  }
}
