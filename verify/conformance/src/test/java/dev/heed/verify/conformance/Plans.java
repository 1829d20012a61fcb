package dev.heed.verify.conformance;

import dev.heed.Heed;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.Stage;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Collection;
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
    Heed.Builder builder = Heed.builder(plan.name());
    for (Field field : Heed.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("engine")) {
        copy(read(field, plan), field.getName(), builder);
      }
    }
    return change.apply(builder).build();
  }

  /** What a builder names alike is the same thing. */
  @SuppressWarnings("unchecked")
  private static void copy(Object value, String name, Heed.Builder builder) {
    Field field = field(Heed.Builder.class, name);
    Object there = read(field, builder);
    if (there instanceof Collection<?> list) {
      ((Collection<Object>) list).addAll((Collection<?>) value);
    } else {
      write(field, builder, value instanceof RetryPolicy policy ? policy.toBuilder() : value);
    }
  }

  static int maxRetries(Heed plan) {
    return ((RetryPolicy) read(field(Heed.class, "policy"), plan)).maxRetries();
  }

  static Optional<Duration> callTimeout(Heed plan) {
    return Optional.ofNullable((Duration) read(field(Heed.class, "callTimeout"), plan));
  }

  static Optional<Duration> attemptTimeout(Heed plan) {
    return Optional.ofNullable((Duration) read(field(Heed.class, "attemptTimeout"), plan));
  }

  /** The stages of a plan that is being built, outermost first; may be changed. */
  @SuppressWarnings("unchecked")
  static List<Stage> callStages(Heed.Builder plan) {
    return (List<Stage>) read(field(Heed.Builder.class, "callStages"), plan);
  }

  /** The stages of a plan that is being built, outermost first; may be changed. */
  @SuppressWarnings("unchecked")
  static List<Stage> attemptStages(Heed.Builder plan) {
    return (List<Stage>) read(field(Heed.Builder.class, "attemptStages"), plan);
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

  private static void write(Field field, Object owner, Object value) {
    try {
      field.setAccessible(true);
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
