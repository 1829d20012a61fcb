package dev.heed.testing;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a reply ends.
 *
 * @param kind what happens
 * @param after how many bytes of the body come before it; negative when not even the head comes
 * @param failure what a client gets for a reply that fails
 */
record Ending(Kind kind, int after, @Nullable Supplier<? extends Throwable> failure) {

  static final Ending WHOLE = new Ending(Kind.WHOLE, Integer.MAX_VALUE, null);

  private static final int NO_HEAD = -1;

  /** What can happen to a reply. */
  enum Kind {
    WHOLE("complete"),
    STALL("stalls"),
    CUT("cut"),
    RESET("reset"),
    FAIL("fails");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  static Ending beforeHead(Kind kind) {
    return new Ending(kind, NO_HEAD, null);
  }

  static Ending failing(Supplier<? extends Throwable> failure) {
    return new Ending(Kind.FAIL, NO_HEAD, failure);
  }

  boolean hasHead() {
    return after >= 0;
  }

  boolean isWhole() {
    return kind == Kind.WHOLE;
  }

  static String bytes(int count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }

  @Override
  public String toString() {
    return hasHead() ? kind.text + " after " + bytes(after) : kind.text;
  }
}
