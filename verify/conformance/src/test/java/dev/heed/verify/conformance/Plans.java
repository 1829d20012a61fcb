package dev.heed.verify.conformance;

import dev.heed.Heed;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.Stage;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Looks into plans and changes them, which nobody but a fault may do: a plan is made by the suite
 * and does not tell what it is made of.
 */
final class Plans {

  private Plans() {}

  /** A plan that differs from a given one as the change says. */
  static Heed changed(Heed plan, UnaryOperator<Heed.Builder> change) {
    return change.apply(plan.toBuilder()).build();
  }

  private static Object settings(Heed plan) {
    return settings(plan.toBuilder());
  }

  private static Object settings(Heed.Builder plan) {
    return read(field(Heed.Builder.class, "settings"), plan);
  }

  private static List<?> entries(Object ring) {
    return (List<?>) read(field(ring.getClass(), "entries"), ring);
  }

  static int maxRetries(Heed plan) {
    Object policy = read(field(settings(plan).getClass(), "retry"), settings(plan));
    return ((RetryPolicy.Builder) policy).build().maxRetries();
  }

  static Optional<Duration> callTimeout(Heed plan) {
    return limit(plan, "callTimeout");
  }

  static Optional<Duration> attemptTimeout(Heed plan) {
    return limit(plan, "attemptTimeout");
  }

  private static Optional<Duration> limit(Heed plan, String name) {
    return Optional.ofNullable(
        (Duration) read(field(settings(plan).getClass(), name), settings(plan)));
  }

  /** The stages of the call ring of a plan that is being built, outermost first. */
  static List<Stage> callStages(Heed.Builder plan) {
    List<Stage> stages = new ArrayList<>();
    for (Object entry : entries(read(field(settings(plan).getClass(), "call"), settings(plan)))) {
      if (read(field(entry.getClass(), "stage"), entry) instanceof Stage stage) {
        stages.add(stage);
      }
    }
    return stages;
  }

  /** Puts other stages in the place of those of the attempt ring. */
  @SuppressWarnings("unchecked")
  static void replaceAttemptStages(Heed.Builder plan, UnaryOperator<Stage> change) {
    Object ring = read(field(settings(plan).getClass(), "attempt"), settings(plan));
    List<Object> entries = (List<Object>) entries(ring);
    List<Object> given = List.copyOf(entries);
    entries.clear();
    for (Object entry : given) {
      if (read(field(entry.getClass(), "stage"), entry) instanceof Stage stage) {
        plan.perAttempt(change.apply(stage));
      } else {
        entries.add(entry);
      }
    }
  }

  private static Field field(Class<?> owner, String name) {
    try {
      return owner.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new AssertionError(owner + " has changed", e);
    }
  }

  private static Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
