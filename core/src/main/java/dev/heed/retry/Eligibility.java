package dev.heed.retry;

import dev.heed.http.Replayability;

/** Whether a call may be sent again, as far as that is known before its first attempt. */
final class Eligibility {

  private Eligibility() {}

  /** Whether a one-shot body is to be in memory before the first attempt. */
  static boolean keepsBody(Call<?> call) {
    return call.exchange.replayability() == Replayability.ONE_SHOT
        && !call.options.sendOnce()
        && call.maxRetries() > 0
        && (methodAllowed(call) || call.settings.policy.throttledAnyMethod());
  }

  private static boolean methodAllowed(Call<?> call) {
    return call.vouched
        || call.options.idempotent()
        || call.settings.policy.allows(call.exchange.request());
  }

  static CallFacts facts(Call<?> call) {
    return new CallFacts(
        call.exchange.request().method(),
        methodAllowed(call),
        call.kept != null || call.exchange.replayability() != Replayability.ONE_SHOT,
        call.maxRetries(),
        call.limits.limited(),
        call.start + call.limits.call(),
        call.limits.source(),
        call.settings.refresher != null);
  }
}
