package dev.heed;

import dev.heed.guard.Cooldown;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.hint.VerdictReader;
import dev.heed.http.RequestHead;
import dev.heed.observe.CallListener;
import dev.heed.retry.Engine;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.retry.RetryBudget;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.ContextHook;
import dev.heed.stage.Stage;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A plan: how the calls of one client are retried, prepared and limited. Safe for use by several
 * threads. Clients built from the same plan share its state. A plan never changes, except for one
 * of a {@link HeedRegistry}, which follows the replacements of its settings.
 *
 * <p>A plan has two rings with the retry between them. What is registered with {@link
 * Builder#perCall} runs once for each logical call; with {@link Builder#perAttempt}, once for each
 * send.
 */
public final class Heed {

  private final String name;
  private final TimeSource time;
  private volatile Composition current;

  Heed(PlanSettings settings) {
    name = settings.name;
    time = settings.time;
    current = Composition.of(settings);
  }

  Composition current() {
    return current;
  }

  /**
   * New calls follow other settings from now on, and find the state of the guards whose settings
   * are the same. Calls that run finish on those they began with.
   */
  void follow(Composition next) {
    next.engine().succeed(current.engine());
    current = next;
  }

  // snippet: composition
  /** The whole composition, from the outside to the inside: one line for each step. */
  static Chain compose(PlanSettings plan, RetryPolicy policy) {
    return new Chain(plan.name, plan.time)
        .callLog(plan.listeners, plan.reports, plan.context)
        .partitionBy(plan.partitionBy)
        .callGuards(plan.callGuards())
        .callTimeout(plan.callTimeout, plan.requestTimeoutCovers)
        .callStages(plan.call.stages())
        .bodies(plan.bodyLimit, plan.bodiesLimit)
        .retry(policy, plan.hints, plan.verdicts)
        .hedge(plan.hedging())
        .retryBudget(plan.budget == null ? null : plan.budget.build())
        .reauthenticate(plan.reauthenticate)
        .attemptGuards(plan.attemptGuards())
        .attemptTimeout(plan.attemptTimeout)
        .attemptStages(plan.attempt.stages())
        .attemptLog();
  }

  // end

  /**
   * A plan with the defaults: {@code Retry-After} is obeyed up to 30 s; safe methods are retried up
   * to 3 times after 408, 429, 500, 502, 503, 504 and transport failures, with a backoff of 1 s
   * doubling to 30 s and full jitter; no time limit of its own.
   */
  public static Heed defaults() {
    return builder("default").build();
  }

  /**
   * A builder that starts from the defaults.
   *
   * @param name of the client, for logs, events and reports
   */
  public static Builder builder(String name) {
    return new Builder(new PlanSettings(Objects.requireNonNull(name, "name")));
  }

  /** A builder that starts from these settings. Its plans share no state with this one. */
  public Builder toBuilder() {
    return new Builder(new PlanSettings(current.settings()));
  }

  /** The name of the client. */
  public String name() {
    return name;
  }

  /** The chain, its numbers and its warnings. */
  public PlanDescription describe() {
    return current.description();
  }

  /**
   * The parts of the requests so far that have guards of their own, with the state of each guard;
   * in no order. At most 1,024 are kept.
   */
  public List<Partition> partitions() {
    return engine().partitions();
  }

  /**
   * The engine that runs calls through this plan: for adapters, which ask for it anew for each
   * call.
   */
  public Engine engine() {
    return current.engine();
  }

  /** Whether calls that a client of Heed further out retries are retried here again. */
  public boolean stacksRetries() {
    return current.stacksRetries();
  }

  /** The time source of this plan: for adapters and stages. */
  public TimeSource time() {
    return time;
  }

  /** The description as text. */
  @Override
  public String toString() {
    return describe().toString();
  }

  /** Collects a plan and checks it at {@link #build()}. Not safe for use by several threads. */
  public static final class Builder {

    final PlanSettings settings;

    private Builder(PlanSettings settings) {
      this.settings = settings;
    }

    /** How waits are read from responses; {@link Hints#retryAfter()} by default. */
    public Builder hints(HintReader hints) {
      settings.hints = Objects.requireNonNull(hints, "hints");
      return this;
    }

    /** Headers in which a server says whether to try again; not read by default. */
    public Builder verdicts(VerdictReader verdicts) {
      settings.verdicts = Objects.requireNonNull(verdicts, "verdicts");
      return this;
    }

    /** Changes the retry settings: {@code .retry(r -> r.maxRetries(4))}. May be called again. */
    public Builder retry(Consumer<? super RetryPolicy.Builder> change) {
      change.accept(settings.retryBuilder());
      return this;
    }

    /**
     * Hedges calls in place of retrying them: {@code .hedge(h -> h.delay(Duration.ofMillis(200)))}.
     * May be called again.
     */
    public Builder hedge(Consumer<? super HedgePolicy.Builder> change) {
      change.accept(settings.hedgeBuilder());
      return this;
    }

    /** Adds a stage that runs once for each logical call. The first added is the outermost. */
    public Builder perCall(Stage stage) {
      settings.call.add(Objects.requireNonNull(stage, "stage"));
      return this;
    }

    /** Adds a stage that runs once for each send. The first added is the outermost. */
    public Builder perAttempt(Stage stage) {
      settings.attempt.add(Objects.requireNonNull(stage, "stage"));
      return this;
    }

    /**
     * Adds a guard that each call has to pass once. The first added is the outermost; all guards
     * stand outside of the stages.
     */
    public Builder perCall(GuardFamily guard) {
      settings.call.add(Objects.requireNonNull(guard, "guard"));
      return this;
    }

    /**
     * Adds a guard that each send has to pass. The first added is the outermost; all guards stand
     * outside of the stages and of the attempt timeout.
     */
    public Builder perAttempt(GuardFamily guard) {
      settings.attempt.add(Objects.requireNonNull(guard, "guard"));
      return this;
    }

    /**
     * At most so many calls at the same time in each partition, with all their waits; one more is
     * refused at once. No limit by default.
     */
    public Builder concurrencyLimit(int calls) {
      settings.concurrencyLimit = calls;
      return this;
    }

    /**
     * Limits the retries of all calls together, so that a server in trouble is not sent a multiple
     * of its load: 20 % of the calls of the last 10 s and 10 a second, in each partition. No limit
     * by default.
     */
    public Builder retryBudget() {
      return retryBudget(budget -> {});
    }

    /**
     * The same with other numbers: {@code .retryBudget(b -> b.ratio(0.1))}. May be called again.
     */
    public Builder retryBudget(Consumer<? super RetryBudget.Builder> change) {
      if (settings.budget == null) {
        settings.budget = RetryBudget.builder();
      }
      change.accept(settings.budget);
      return this;
    }

    /**
     * Holds all calls to a partition back while its server asks one of them to stay away. Off by
     * default: only the call that was asked waits.
     */
    public Builder cooldown() {
      return cooldown(cooldown -> {});
    }

    /** The same with other numbers: {@code .cooldown(c -> c.refuse())}. May be called again. */
    public Builder cooldown(Consumer<? super Cooldown.Builder> change) {
      if (settings.cooldown == null) {
        settings.cooldown = Cooldown.builder();
      }
      change.accept(settings.cooldown);
      return this;
    }

    /**
     * Applies settings as defaults, such as those of a ready-made pipeline: a guard or a stage that
     * is added later replaces the one of its kind that they have added, where it stands. A later
     * {@code hedge} replaces their {@code retry}, and the other way round.
     */
    public Builder defaults(Consumer<? super Builder> settings) {
      settings.accept(this);
      this.settings.endDefaults();
      return this;
    }

    /** Takes out what was added so far of this kind. */
    public Builder without(GuardKind kind) {
      settings.remove(kind);
      return this;
    }

    /**
     * Takes out what was set or added so far under this name: {@code call timeout}, {@code attempt
     * timeout}, {@code verdicts}, {@code hedge}, the stages of this {@linkplain Stage#kind() kind},
     * or the guards of this name that {@code perCall} and {@code perAttempt} have added. For a
     * client that does without one of the defaults.
     */
    public Builder without(String name) {
      settings.remove(Objects.requireNonNull(name, "name"));
      return this;
    }

    /**
     * Whether calls that a client of Heed further out already retries are retried here again. Off
     * by default: such calls pass through. When it is on, the sends multiply: 3 retries in each of
     * two clients are 16 sends, and {@code describe()} of the outer client says so.
     */
    public Builder stackRetries(boolean on) {
      settings.stacksRetries = on;
      return this;
    }

    /**
     * What chooses the partition of a request, such as its tenant or its endpoint; by default
     * scheme, host and port. The key is shown in events, so it should hold no secret. At most 1,024
     * partitions are kept, so there should not be more keys than that.
     *
     * @param key where it fails or gives null, scheme, host and port are taken
     */
    public Builder partitionBy(Function<? super RequestHead, String> key) {
      settings.partitionBy = Objects.requireNonNull(key, "key");
      return this;
    }

    /** The time limit for each call, all sends and waits included; none by default. */
    public Builder callTimeout(Duration limit) {
      settings.callTimeout = Objects.requireNonNull(limit, "limit");
      return this;
    }

    /**
     * The time limit for each attempt with its stages, up to the moment the host hands the result
     * over: the body for handlers that collect it, the head for those that stream. None by default.
     */
    public Builder attemptTimeout(Duration limit) {
      settings.attemptTimeout = Objects.requireNonNull(limit, "limit");
      return this;
    }

    /**
     * What a time limit on a request itself bounds; {@link RequestTimeoutCovers#CALL} by default.
     */
    public Builder requestTimeoutCovers(RequestTimeoutCovers covers) {
      settings.requestTimeoutCovers = Objects.requireNonNull(covers, "covers");
      return this;
    }

    /**
     * Refreshes credentials after 401 and 511, at most once for each call; calls that fail together
     * share one refresh. The attempt is then repeated, whatever its method, if its body can be sent
     * again; it is not counted as a retry. Not done by default.
     *
     * @param hook starts the refresh; its result completes when the new credentials are there, and
     *     fails when there are none, which ends the calls
     */
    public Builder reauthenticate(Function<RequestHead, ? extends CompletionStage<?>> hook) {
      settings.reauthenticate = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /** Adds a listener; none by default. */
    public Builder listener(CallListener listener) {
      settings.listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Whether a report is kept of every call that returns a response; off by default. */
    public Builder reports(boolean on) {
      settings.reports = on;
      return this;
    }

    /** Carries the caller's context over waits and threads; nothing is carried by default. */
    public Builder context(ContextHook hook) {
      settings.context = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /**
     * How many bytes of one-shot bodies may be kept in memory so that they can be sent again.
     *
     * @param each for one call; 1 MiB by default
     * @param all for all calls of this plan together; 64 MiB by default
     */
    public Builder bodyBuffer(int each, long all) {
      settings.bodyLimit = each;
      settings.bodiesLimit = all;
      return this;
    }

    /** Where time and chance come from; the system's by default. For tests. */
    public Builder time(TimeSource time) {
      settings.time = Objects.requireNonNull(time, "time");
      return this;
    }

    /** Everything that is wrong so far; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      return settings.violations();
    }

    /**
     * The plan.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public Heed build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(settings.cannotBeBuilt(violations));
      }
      return new Heed(settings);
    }
  }
}
