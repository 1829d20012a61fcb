package dev.heed.resilience4j;

import dev.heed.guard.GuardKind;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a plan finds the user's own instances.
 *
 * @param kind what they do
 * @param instance the name of the only one; null when each partition has its own
 * @param source gives the instance of a partition
 * @param identity what tells this source from others
 */
record Own<T>(
    GuardKind kind,
    @Nullable String instance,
    Function<? super String, ? extends T> source,
    Object identity) {

  static <T> Own<T> perPartition(GuardKind kind, Function<? super String, ? extends T> source) {
    Objects.requireNonNull(source, "own");
    return new Own<>(kind, null, source, source);
  }

  T of(String partition) {
    return Objects.requireNonNull(source.apply(partition), "the function gave no instance");
  }

  boolean isShared() {
    return instance != null;
  }

  /** For {@code describe()}. */
  String options() {
    return (isShared() ? "your own instance '" + instance + "'" : "your own instances")
        + ", with "
        + (isShared() ? "its" : "their")
        + " own settings and clock";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Own<?> that && kind == that.kind && identity.equals(that.identity);
  }

  @Override
  public int hashCode() {
    return identity.hashCode();
  }
}
