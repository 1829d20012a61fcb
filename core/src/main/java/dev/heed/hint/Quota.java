package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One limit of a provider: how much is left of it, and when it is filled up again.
 *
 * <p>The time rides on answers that have nothing to do with it, so what is left decides whether it
 * counts: GitLab and Discord send a reset time with a quota that is far from used up on responses
 * that another limiter refused.
 *
 * @param remaining the field that tells what is left; null when the dialect has none
 * @param reset the field that tells when the limit is filled up again
 */
record Quota(@Nullable String remaining, String reset) {

  /** What a response says about how much is left. */
  enum Left {
    /** Not told, not readable, or told in several ways. */
    UNKNOWN,
    /** Below zero; some providers write -1 for "not known". */
    NEGATIVE,
    /** Nothing. */
    ZERO,
    /** Something, however little. */
    SOME
  }

  /** The limit may have been hit: nothing says that it was not. */
  static final Set<Left> NOT_SOME = EnumSet.of(Left.UNKNOWN, Left.NEGATIVE, Left.ZERO);

  /** The limit was hit: the response says so. */
  static final Set<Left> USED_UP = EnumSet.of(Left.NEGATIVE, Left.ZERO);

  /** The limit was hit, in the words of a provider that knows no negative rest. */
  static final Set<Left> EXACTLY_ZERO = EnumSet.of(Left.ZERO);

  /** What is left according to a response. */
  Left left(ResponseHead head) {
    String text = remaining == null ? null : Fields.single(head, remaining);
    return text == null ? Left.UNKNOWN : parse(text);
  }

  private static Left parse(String text) {
    // Docker Hub writes the window behind the number: 20;w=21600.
    int semicolon = text.indexOf(';');
    String number = semicolon < 0 ? text : Fields.trim(text.substring(0, semicolon));
    boolean negative = number.startsWith("-");
    String digits = negative ? number.substring(1) : number;
    int point = Numbers.pointOf(digits);
    long whole = Numbers.whole(digits, 0, point);
    int fraction = Numbers.fraction(digits, point);
    if (whole == Numbers.MALFORMED || fraction < 0) {
      return Left.UNKNOWN;
    }
    if (whole == 0 && fraction == 0) {
      return Left.ZERO;
    }
    return negative ? Left.NEGATIVE : Left.SOME;
  }
}
