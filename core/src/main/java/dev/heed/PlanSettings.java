package dev.heed;

import dev.heed.guard.Cooldown;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.guard.PlanLimits;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.hint.VerdictReader;
import dev.heed.http.RequestHead;
import dev.heed.observe.CallListener;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.retry.RetryBudget;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.ContextHook;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a plan, while a builder collects them. A plan is made from them and does by
 * copies: what is changed here later changes no plan.
 */
final class PlanSettings implements PlanLimits {

  /** What one call keeps of a one-shot body by default: 1 MiB. */
  private static final int DEFAULT_BODY_LIMIT = 1 << 20;

  /** What all calls of a plan together keep of one-shot bodies by default: 64 MiB. */
  private static final long DEFAULT_BODIES_LIMIT = 64L << 20;

  final String name;
  final RetryPolicy.Builder retry;
  HedgePolicy.@Nullable Builder hedge;
  final Ring call;
  final Ring attempt;
  final List<CallListener> listeners = new ArrayList<>();
  HintReader hints = Hints.retryAfter();
  @Nullable VerdictReader verdicts;
  @Nullable Integer concurrencyLimit;
  RetryBudget.@Nullable Builder budget;
  Cooldown.@Nullable Builder cooldown;
  @Nullable Function<? super RequestHead, String> partitionBy;
  @Nullable Duration callTimeout;
  @Nullable Duration attemptTimeout;
  RequestTimeoutCovers requestTimeoutCovers = RequestTimeoutCovers.CALL;
  @Nullable Function<RequestHead, ? extends CompletionStage<?>> reauthenticate;
  TimeSource time = TimeSource.system();
  boolean reports;
  boolean stacksRetries;
  @Nullable ContextHook context;
  int bodyLimit = DEFAULT_BODY_LIMIT;
  long bodiesLimit = DEFAULT_BODIES_LIMIT;
  private boolean retrySet;
  private boolean retryByDefault;
  private boolean hedgeByDefault;

  PlanSettings(String name) {
    this.name = name;
    retry = RetryPolicy.builder();
    call = new Ring();
    attempt = new Ring();
  }

  /** A copy of settings with which nothing is wrong. */
  PlanSettings(PlanSettings from) {
    name = from.name;
    retry = from.retry.build().toBuilder();
    hedge = from.hedge == null ? null : from.hedge.build().toBuilder();
    call = new Ring(from.call);
    attempt = new Ring(from.attempt);
    listeners.addAll(from.listeners);
    hints = from.hints;
    verdicts = from.verdicts;
    concurrencyLimit = from.concurrencyLimit;
    budget = from.budget == null ? null : from.budget.build().toBuilder();
    cooldown = from.cooldown == null ? null : from.cooldown.build().toBuilder();
    partitionBy = from.partitionBy;
    callTimeout = from.callTimeout;
    attemptTimeout = from.attemptTimeout;
    requestTimeoutCovers = from.requestTimeoutCovers;
    reauthenticate = from.reauthenticate;
    time = from.time;
    reports = from.reports;
    stacksRetries = from.stacksRetries;
    context = from.context;
    bodyLimit = from.bodyLimit;
    bodiesLimit = from.bodiesLimit;
    retrySet = from.retrySet;
    retryByDefault = from.retryByDefault;
    hedgeByDefault = from.hedgeByDefault;
  }

  /** The settings of the retries, which take the place of a hedging that is a default. */
  RetryPolicy.Builder retryBuilder() {
    if (hedgeByDefault) {
      hedge = null;
      hedgeByDefault = false;
    }
    retrySet = true;
    retryByDefault = false;
    return retry;
  }

  /** The settings of the hedging, which takes the place of retries that are a default. */
  HedgePolicy.Builder hedgeBuilder() {
    if (retryByDefault) {
      retrySet = false;
      retryByDefault = false;
    }
    hedgeByDefault = false;
    HedgePolicy.Builder made = hedge;
    if (made == null) {
      made = HedgePolicy.builder();
      hedge = made;
    }
    return made;
  }

  /** The hedging, in place of retries; null for none. */
  @Nullable HedgePolicy hedging() {
    return hedge == null ? null : hedge.build();
  }

  @Override
  public Optional<Duration> callTimeout() {
    return Optional.ofNullable(callTimeout);
  }

  @Override
  public Optional<Duration> attemptTimeout() {
    return Optional.ofNullable(attemptTimeout);
  }

  /** The guards of the call ring: the concurrency limit is the outermost. */
  List<GuardFamily> callGuards() {
    List<GuardFamily> guards = new ArrayList<>();
    if (concurrencyLimit != null) {
      guards.add(Guards.concurrencyLimit(concurrencyLimit));
    }
    guards.addAll(call.guards());
    return guards;
  }

  /**
   * The guards of the attempt ring: the cooldown is the outermost, so that retries are held too.
   */
  List<GuardFamily> attemptGuards() {
    List<GuardFamily> guards = new ArrayList<>();
    if (cooldown != null) {
      guards.add(cooldown.build());
    }
    guards.addAll(attempt.guards());
    return guards;
  }

  /** The longest that the guards can hold one attempt. */
  Duration longestHold() {
    return attemptGuards().stream()
        .map(GuardFamily::longestWait)
        .reduce(Duration.ZERO, Durations::sum);
  }

  void remove(GuardKind kind) {
    switch (kind) {
      case LIMIT -> concurrencyLimit = null;
      case COOLDOWN -> cooldown = null;
      case BUDGET -> budget = null;
      case BREAKER, OTHER -> {}
    }
    call.remove(kind);
    attempt.remove(kind);
  }

  void remove(String what) {
    switch (what) {
      case "call timeout" -> callTimeout = null;
      case "attempt timeout" -> attemptTimeout = null;
      case "verdicts" -> verdicts = null;
      case "hedge" -> hedge = null;
      default -> {
        call.remove(what);
        attempt.remove(what);
      }
    }
  }

  /** What was added so far is for all clients: what one of them adds replaces it by its kind. */
  void endDefaults() {
    call.endDefaults();
    attempt.endDefaults();
    retryByDefault = retrySet;
    hedgeByDefault = hedge != null;
  }

  String cannotBeBuilt(List<String> violations) {
    return "plan " + name + " cannot be built: " + String.join("; ", violations);
  }

  /** Everything that is wrong. */
  List<String> violations() {
    List<String> violations = new ArrayList<>(retry.violations());
    if (name.isBlank()) {
      violations.add("the name must not be blank");
    }
    positive("callTimeout", callTimeout, violations);
    positive("attemptTimeout", attemptTimeout, violations);
    if (callTimeout != null
        && attemptTimeout != null
        && attemptTimeout.compareTo(callTimeout) > 0) {
      violations.add(
          "attemptTimeout "
              + Durations.text(attemptTimeout)
              + " must not exceed callTimeout "
              + Durations.text(callTimeout));
    }
    if (bodyLimit < 0 || bodiesLimit < bodyLimit) {
      violations.add("bodyBuffer must be 0 <= each <= all: " + bodyLimit + ", " + bodiesLimit);
    }
    addHedgeViolations(violations);
    addGuardViolations(violations);
    return violations;
  }

  private void addHedgeViolations(List<String> violations) {
    if (hedge == null) {
      return;
    }
    violations.addAll(hedge.violations(callTimeout));
    if (retrySet) {
      violations.add(
          "retry and hedge must not be in one plan, or their sends would multiply: leave one out;"
              + " an attempt that fails lets the next hedge start at once");
    }
    if (reauthenticate != null) {
      violations.add(
          "reauthenticate and hedge must not be in one plan: attempts side by side cannot wait for"
              + " new credentials; refresh them in a stage");
    }
  }

  private void addGuardViolations(List<String> violations) {
    if (concurrencyLimit != null && concurrencyLimit <= 0) {
      violations.add("concurrencyLimit must be positive: " + concurrencyLimit);
    }
    if (budget != null) {
      violations.addAll(budget.violations());
    }
    if (cooldown != null) {
      violations.addAll(cooldown.violations());
    }
    call.guards().forEach(guard -> violations.addAll(guard.violations(this)));
    attempt.guards().forEach(guard -> violations.addAll(guard.violations(this)));
  }

  private static void positive(String what, @Nullable Duration value, List<String> violations) {
    if (value != null && (value.isNegative() || value.isZero())) {
      violations.add(what + " must be positive: " + Durations.text(value));
    }
  }
}
