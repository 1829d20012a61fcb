package dev.heed.hint;

import java.util.Arrays;

/** A fixed set of status codes. */
final class Statuses {

  static final Statuses NONE = of();

  private final int[] codes;

  private Statuses(int[] codes) {
    this.codes = codes;
  }

  static Statuses of(int... codes) {
    return new Statuses(codes.clone());
  }

  /**
   * The set of codes that a user wrote.
   *
   * @throws IllegalArgumentException if there is none, or one that no response can have
   */
  static Statuses checked(int... codes) {
    if (codes.length == 0) {
      throw new IllegalArgumentException("at least one status is needed");
    }
    for (int code : codes) {
      if (code < 100 || code > 999) {
        throw new IllegalArgumentException("a status is from 100 to 999, but one is " + code);
      }
    }
    return of(codes);
  }

  boolean contains(int status) {
    for (int code : codes) {
      if (code == status) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    String list = Arrays.toString(codes);
    return list.substring(1, list.length() - 1);
  }
}
