package dev.heed.retry;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the exceptions of Heed's own have in common: {@link CallTimeoutException}, {@link
 * AttemptTimeoutException} and {@link RefusedException}. All are {@link java.io.IOException}s. What
 * they say is known once the call has ended.
 */
public interface CallFailure {

  /** How long whoever stopped the call will go on stopping calls, where that is known. */
  default Optional<Duration> retryAfter() {
    return Optional.empty();
  }

  /** Why no further attempt was made. */
  default Optional<GaveUpBecause> gaveUpBecause() {
    return CallReport.find(this).flatMap(CallReport::gaveUpBecause);
  }

  /** The reason in a sentence; it names the setting that would change it. */
  default String explanation() {
    return CallReport.find(this).map(CallReport::explanation).orElse("");
  }

  /** The attempts that were made, in order; empty when nothing was sent. */
  default List<AttemptReport> attempts() {
    return CallReport.find(this).map(CallReport::attempts).orElse(List.of());
  }
}
