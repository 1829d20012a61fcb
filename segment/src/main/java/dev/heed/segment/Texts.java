package dev.heed.segment;

import java.util.Objects;

/** What text must be. */
final class Texts {

  private Texts() {}

  static String notBlank(String what, String text) {
    if (Objects.requireNonNull(text, what).isBlank()) {
      throw new IllegalArgumentException(what + " must not be blank");
    }
    return text;
  }
}
