package dev.heed.jdk;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A failure and what is behind it. */
final class Causes {

  private Causes() {}

  static List<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
  }
}
