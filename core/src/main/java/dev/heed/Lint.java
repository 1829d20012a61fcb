package dev.heed;

import dev.heed.attempt.BearerToken;
import dev.heed.attempt.RequestSigner;
import dev.heed.call.IdempotencyKey;
import dev.heed.guard.GuardFamily;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RetryMethods;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.Stage;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is allowed in a plan but is hardly meant. Each warning says how to mend it. */
final class Lint {

  private final PlanSettings settings;
  private final RetryPolicy policy;
  private final List<String> warnings = new ArrayList<>();

  private Lint(PlanSettings settings, RetryPolicy policy) {
    this.settings = settings;
    this.policy = policy;
  }

  static List<String> warnings(PlanSettings settings, RetryPolicy policy) {
    Lint lint = new Lint(settings, policy);
    lint.timeLimits();
    lint.unsafeMethods();
    lint.stagesInTheWrongRing();
    lint.sharedGuards();
    return List.copyOf(lint.warnings);
  }

  private void timeLimits() {
    HedgePolicy hedging = settings.hedging();
    if (hedging != null) {
      hedgedWithoutLimit(hedging);
    } else if (settings.callTimeout == null) {
      warnings.add(
          "no call timeout: a call may wait up to "
              + Durations.text(policy.worstCaseWait())
              + " between its sends; set Heed.callTimeout");
    } else if (policy.maxDelay().compareTo(settings.callTimeout) > 0) {
      warnings.add(
          "RetryPolicy.maxDelay "
              + Durations.text(policy.maxDelay())
              + " is above Heed.callTimeout "
              + Durations.text(settings.callTimeout)
              + ": the longest hints can never be waited for");
    }
  }

  private void hedgedWithoutLimit(HedgePolicy hedging) {
    if (settings.callTimeout == null) {
      warnings.add(
          WorstCase.of(settings, policy, settings.longestHold())
                  .duration()
                  .map(longest -> "no call timeout: a call may take " + Durations.text(longest))
                  .orElse("no time limit: a call whose attempts all hang never ends")
              + "; set Heed.callTimeout");
    }
    Duration each = settings.attemptTimeout;
    if (each != null
        && hedging.maxHedges() > 0
        && hedging.hasFixedDelay()
        && hedging.delay().compareTo(each) >= 0) {
      warnings.add(
          "HedgePolicy.delay "
              + Durations.text(hedging.delay())
              + " is not below Heed.attemptTimeout "
              + Durations.text(each)
              + ": no hedge ever runs beside another attempt");
    }
  }

  private void unsafeMethods() {
    RetryMethods methods = policy.methods();
    List<String> unsafe = Stream.of("POST", "PATCH").filter(methods::allows).toList();
    boolean keyed = settings.call.stages().stream().anyMatch(IdempotencyKey.class::isInstance);
    boolean hedged = settings.hedge != null;
    if ((hedged || policy.maxRetries() > 0) && !unsafe.isEmpty() && !keyed) {
      warnings.add(
          (hedged ? "HedgePolicy" : "RetryPolicy")
              + ".methods has "
              + String.join(" and ", unsafe)
              + " sent again without an idempotency key: what the server did may be done twice; add"
              + " perCall(Stages.idempotencyKey())");
    }
  }

  private void stagesInTheWrongRing() {
    for (Stage stage : settings.attempt.stages()) {
      if (stage instanceof IdempotencyKey) {
        warnings.add(
            "the stage '"
                + stage.name()
                + "' stands in the attempt ring: each attempt gets a key of its own, so the server"
                + " cannot tell a retry from a new call; register it with perCall");
      }
    }
    for (Stage stage : settings.call.stages()) {
      if (stage instanceof BearerToken || stage instanceof RequestSigner) {
        warnings.add(
            "the stage '"
                + stage.name()
                + "' stands in the call ring: after a wait, a retry is sent with what was made"
                + " before it and may have expired; register it with perAttempt");
      }
    }
  }

  private void sharedGuards() {
    Stream.concat(settings.call.guards().stream(), settings.attempt.guards().stream())
        .filter(GuardFamily::isShared)
        .map(
            guard ->
                "the guard '"
                    + guard.name()
                    + "' is one for all partitions: a host in trouble stops the calls to all"
                    + " others; give each partition a guard of its own")
        .forEach(warnings::add);
  }

  /** Two layers that retry. */
  static String stacked(WorstCase plan, String inner, int sendsEach) {
    return "retries are stacked: "
        + (plan.sends() < 0
            ? "any number of sends of this plan"
            : plan.sends() + " sends of this plan")
        + " times "
        + sendsEach
        + " of "
        + inner
        + " are up to "
        + plan.times(sendsEach).onTheWire().map(Object::toString).orElse("any number")
        + " on the wire; let one layer retry, and switch the other one off";
  }
}
