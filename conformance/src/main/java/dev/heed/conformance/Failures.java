package dev.heed.conformance;

import dev.heed.observe.CallReport;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks into the failures of calls, through whatever a host has wrapped around them. */
final class Failures {

  private static final int LONGEST_CHAIN = 32;

  private Failures() {}

  /** A failure and what is behind it. */
  static List<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(LONGEST_CHAIN)
        .toList();
  }

  static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    return chain(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  static <T extends Throwable> T require(Throwable failure, Class<T> type) {
    return find(failure, type)
        .orElseThrow(
            () -> new AssertionError("no " + type.getSimpleName() + " in " + failure, failure));
  }

  /** The report of a failed call. */
  static CallReport report(Throwable failure) {
    return chain(failure).stream()
        .map(CallReport::find)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no report is attached to " + failure, failure));
  }

  /** The failures of earlier attempts that are attached to the last one. */
  static List<Throwable> suppressed(Throwable failure) {
    return chain(failure).stream()
        .flatMap(cause -> Stream.of(cause.getSuppressed()))
        .filter(java.io.IOException.class::isInstance)
        .toList();
  }
}
