package dev.heed.retry;

import dev.heed.http.RequestHead;
import java.time.Duration;

/** How long a hedge is held back, for each request. Shared by all calls of a plan. */
@FunctionalInterface
public interface HedgeDelay {

  /**
   * The time after the start of the attempt before, until this hedge starts.
   *
   * @param request the caller's
   * @param hedge from 1
   * @return zero to start at once; negative to start only after a handled failure
   */
  Duration before(RequestHead request, int hedge);
}
