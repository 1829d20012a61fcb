package dev.heed.testing;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a route beside its method and its path.
 *
 * @param text what it asks for, as in "header Accept: text/plain"
 * @param mismatch answers null for a request that meets it, else what the request has instead
 */
record Criterion(String text, Function<RecordedRequest, @Nullable String> mismatch) {

  /** What is wrong with the request; null when nothing is. */
  @Nullable String check(RecordedRequest request, Route route) {
    try {
      return mismatch.apply(request);
    } catch (RuntimeException | Error e) {
      throw new IllegalStateException(
          "the condition \"" + text + "\" of the route " + route + " failed on " + request, e);
    }
  }
}
