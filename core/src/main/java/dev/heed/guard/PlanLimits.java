package dev.heed.guard;

import java.time.Duration;
import java.util.Optional;

/** What a family of guards may check its settings against when a plan is built. */
public interface PlanLimits {

  /** The time limit of each call. */
  Optional<Duration> callTimeout();

  /** The time limit of each attempt. */
  Optional<Duration> attemptTimeout();
}
