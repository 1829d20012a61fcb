package dev.heed.delivery.machine;

import dev.heed.delivery.policy.BackoffConfig;
import dev.heed.delivery.policy.Behavior;

/** Where an answer that is not a success leads: the table of rule D1, without counts and times. */
enum Route {
  /** All uploads pause; it costs the batch nothing. */
  PAUSE,
  /** This batch waits, and it is counted. */
  BACK_OFF,
  /** This batch waits, and nothing is counted. */
  KEEP,
  /** Given up: no settings of the paths would change it. */
  REFUSED,
  /** Given up: the path that it would take is switched off. */
  SWITCHED_OFF;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int NETWORK_AUTHENTICATION_REQUIRED = 511;

  static Route of(MachineSettings settings, Answer answer) {
    boolean pauses = settings.http().rateLimit().enabled();
    boolean backsOff = settings.http().backoff().enabled();
    if (!answer.isAnswered()) {
      // Nobody has refused anything, and a status that nobody sent cannot be looked up.
      return backsOff ? BACK_OFF : KEEP;
    }
    Behavior behavior = behavior(settings, answer.status());
    if (behavior == Behavior.KEEP) {
      return pauses && answer.hasUsableHint() ? PAUSE : KEEP;
    }
    if (!pauses && !backsOff) {
      return withoutRetries(settings, answer.status(), behavior);
    }
    if (behavior == Behavior.DROP) {
      return REFUSED;
    }
    if (answer.status() == TOO_MANY_REQUESTS) {
      return throttled(settings, answer);
    }
    if (pauses && answer.hasUsableHint()) {
      return PAUSE;
    }
    // No pause in its place: nobody has said how long, and one batch would hold up all.
    return backsOff ? BACK_OFF : SWITCHED_OFF;
  }

  private static Behavior behavior(MachineSettings settings, int status) {
    BackoffConfig config = settings.http().backoff();
    boolean curable = status == NETWORK_AUTHENTICATION_REQUIRED && settings.reauthenticates();
    return curable ? config.override(status).orElse(Behavior.RETRY) : config.behavior(status);
  }

  /**
   * Rate limits are for the path of rate limits: switched off, it does not fall through, or who
   * switched off the waiting for the server's time would ask it more often than before.
   */
  private static Route throttled(MachineSettings settings, Answer answer) {
    if (!settings.http().rateLimit().enabled()) {
      return SWITCHED_OFF;
    }
    if (answer.hasUsableHint() || answer.hasZeroHint()) {
      return PAUSE;
    }
    // One event's 429 says little of the others, and nothing of when.
    boolean thisBatchAlone = settings.bare429BacksOff() || answer.items();
    return thisBatchAlone && settings.http().backoff().enabled() ? BACK_OFF : PAUSE;
  }

  /** Both paths off, as clients were before they knew how to retry: 4xx go, all else stays. */
  private static Route withoutRetries(MachineSettings settings, int status, Behavior behavior) {
    Behavior own = settings.http().backoff().override(status).orElse(null);
    if (own == Behavior.DROP) {
      return REFUSED;
    }
    boolean refused = status / 100 == 4 && status != TOO_MANY_REQUESTS && own == null;
    if (!refused) {
      return KEEP;
    }
    return behavior == Behavior.DROP ? REFUSED : SWITCHED_OFF;
  }
}
