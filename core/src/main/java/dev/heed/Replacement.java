package dev.heed;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A client follows new settings from now on: what a {@link HeedRegistry} tells. Immutable. */
public final class Replacement {

  /** A setting, or a part of the chain, that differs. Immutable. */
  public static final class Difference {

    private final String setting;
    private final @Nullable String before;
    private final @Nullable String after;

    Difference(String setting, @Nullable String before, @Nullable String after) {
      this.setting = setting;
      this.before = before;
      this.after = after;
    }

    /** Its name, such as {@code maxRetries} or {@code call timeout}. */
    public String setting() {
      return setting;
    }

    /** What it was; empty when it was off. */
    public Optional<String> before() {
      return Optional.ofNullable(before);
    }

    /** What it is now; empty when it is off. */
    public Optional<String> after() {
      return Optional.ofNullable(after);
    }

    /** {@code maxRetries: 3 -> 1}. */
    @Override
    public String toString() {
      return setting + ": " + before().orElse("off") + " -> " + after().orElse("off");
    }
  }

  private final PlanDescription before;
  private final PlanDescription after;
  private final List<Difference> differences;

  Replacement(Composition before, Composition after) {
    this.before = before.description();
    this.after = after.description();
    differences = differences(before, after);
  }

  private static List<Difference> differences(Composition before, Composition after) {
    List<Difference> found = new ArrayList<>();
    Map<String, String> old = before.facts();
    Map<String, String> now = after.facts();
    Set<String> names = new LinkedHashSet<>(now.keySet());
    names.addAll(old.keySet());
    for (String name : names) {
      Difference difference = new Difference(name, old.get(name), now.get(name));
      if (!difference.before().equals(difference.after())) {
        found.add(difference);
      }
    }
    String oldOrder = order(before.description());
    String newOrder = order(after.description());
    if (old.keySet().equals(now.keySet()) && !oldOrder.equals(newOrder)) {
      found.add(new Difference("order", oldOrder, newOrder));
    }
    return List.copyOf(found);
  }

  private static String order(PlanDescription plan) {
    return plan.parts().stream().map(PlanDescription.Part::name).collect(Collectors.joining(", "));
  }

  /** The name of the client. */
  public String client() {
    return after.plan();
  }

  /** What is effectively different; not empty. */
  public List<Difference> differences() {
    return differences;
  }

  /** The chain that the calls before follow to their end. */
  public PlanDescription before() {
    return before;
  }

  /** The chain that new calls follow. */
  public PlanDescription after() {
    return after;
  }

  /** {@code payments: maxRetries: 3 -> 1, call timeout: 30 s -> off}. */
  @Override
  public String toString() {
    return client()
        + ": "
        + differences.stream().map(Difference::toString).collect(Collectors.joining(", "));
  }
}
