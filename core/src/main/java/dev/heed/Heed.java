package dev.heed;

import dev.heed.attempt.RequestSigner;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.hint.VerdictReader;
import dev.heed.http.RequestHead;
import dev.heed.observe.CallListener;
import dev.heed.retry.Engine;
import dev.heed.retry.EngineSettings;
import dev.heed.retry.RequestTimeoutCovers;
import dev.heed.retry.RetryPolicy;
import dev.heed.stage.ContextHook;
import dev.heed.stage.Stage;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A plan: how the calls of one client are retried, prepared and limited. Immutable; safe for use by
 * several threads. Clients built from the same plan share its state.
 *
 * <p>A plan has two rings with the retry between them. What is registered with {@link
 * Builder#perCall} runs once for each logical call; with {@link Builder#perAttempt}, once for each
 * send.
 */
public final class Heed {

  /** What one call keeps of a one-shot body by default: 1 MiB. */
  static final int DEFAULT_BODY_LIMIT = 1 << 20;

  /** What all calls of a plan together keep of one-shot bodies by default: 64 MiB. */
  static final long DEFAULT_BODIES_LIMIT = 64L << 20;

  final String name;
  final HintReader hints;
  final @Nullable VerdictReader verdicts;
  final RetryPolicy policy;
  final List<Stage> callStages;
  final List<Stage> attemptStages;
  final @Nullable Duration callTimeout;
  final @Nullable Duration attemptTimeout;
  final RequestTimeoutCovers requestTimeoutCovers;
  final @Nullable Function<RequestHead, ? extends CompletionStage<?>> reauthenticate;
  final TimeSource time;
  private final List<CallListener> listeners;
  private final boolean reports;
  private final @Nullable ContextHook context;
  private final int bodyLimit;
  private final long bodiesLimit;
  private final Engine engine;

  private Heed(Builder builder) {
    name = builder.name;
    hints = builder.hints;
    verdicts = builder.verdicts;
    policy = builder.policy.build();
    callStages = List.copyOf(builder.callStages);
    attemptStages = signersLast(builder.attemptStages);
    callTimeout = builder.callTimeout;
    attemptTimeout = builder.attemptTimeout;
    requestTimeoutCovers = builder.requestTimeoutCovers;
    reauthenticate = builder.reauthenticate;
    time = builder.time;
    listeners = List.copyOf(builder.listeners);
    reports = builder.reports;
    context = builder.context;
    bodyLimit = builder.bodyLimit;
    bodiesLimit = builder.bodiesLimit;
    engine = compose();
  }

  /** The whole composition, from the outside to the inside. */
  private Engine compose() {
    return new Engine(
        new EngineSettings(name, time)
            .context(context)
            .observed(listeners, reports)
            .callTimeout(callTimeout, requestTimeoutCovers)
            .callRing(callStages)
            .bodies(bodyLimit, bodiesLimit)
            .retry(policy, hints, verdicts)
            .reauthenticate(reauthenticate)
            .attemptTimeout(attemptTimeout)
            .attemptRing(attemptStages));
  }

  /** A signature covers what the other stages have set, so signers go last. */
  private static List<Stage> signersLast(List<Stage> stages) {
    List<Stage> ordered = new ArrayList<>(stages);
    ordered.removeIf(RequestSigner.class::isInstance);
    stages.stream().filter(RequestSigner.class::isInstance).forEach(ordered::add);
    return List.copyOf(ordered);
  }

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
    return new Builder(name);
  }

  /** The name of the client. */
  public String name() {
    return name;
  }

  /** The chain, its numbers and its warnings. */
  public PlanDescription describe() {
    return PlanDescription.of(this);
  }

  /** The engine that runs calls through this plan: for adapters. */
  public Engine engine() {
    return engine;
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

    private final String name;
    private HintReader hints = Hints.retryAfter();
    private @Nullable VerdictReader verdicts;
    private final RetryPolicy.Builder policy = RetryPolicy.builder();
    private final List<Stage> callStages = new ArrayList<>();
    private final List<Stage> attemptStages = new ArrayList<>();
    private final List<CallListener> listeners = new ArrayList<>();
    private @Nullable Duration callTimeout;
    private @Nullable Duration attemptTimeout;
    private RequestTimeoutCovers requestTimeoutCovers = RequestTimeoutCovers.CALL;
    private @Nullable Function<RequestHead, ? extends CompletionStage<?>> reauthenticate;
    private TimeSource time = TimeSource.system();
    private boolean reports;
    private @Nullable ContextHook context;
    private int bodyLimit = DEFAULT_BODY_LIMIT;
    private long bodiesLimit = DEFAULT_BODIES_LIMIT;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /** How waits are read from responses; {@link Hints#retryAfter()} by default. */
    public Builder hints(HintReader hints) {
      this.hints = Objects.requireNonNull(hints, "hints");
      return this;
    }

    /** Headers in which a server says whether to try again; not read by default. */
    public Builder verdicts(VerdictReader verdicts) {
      this.verdicts = Objects.requireNonNull(verdicts, "verdicts");
      return this;
    }

    /** Changes the retry settings: {@code .retry(r -> r.maxRetries(4))}. May be called again. */
    public Builder retry(Consumer<? super RetryPolicy.Builder> settings) {
      settings.accept(policy);
      return this;
    }

    /** Adds a stage that runs once for each logical call. The first added is the outermost. */
    public Builder perCall(Stage stage) {
      callStages.add(Objects.requireNonNull(stage, "stage"));
      return this;
    }

    /** Adds a stage that runs once for each send. The first added is the outermost. */
    public Builder perAttempt(Stage stage) {
      attemptStages.add(Objects.requireNonNull(stage, "stage"));
      return this;
    }

    /** The time limit for each call, all sends and waits included; none by default. */
    public Builder callTimeout(Duration limit) {
      this.callTimeout = Objects.requireNonNull(limit, "limit");
      return this;
    }

    /**
     * The time limit for each attempt with its stages, up to the moment the host hands the result
     * over: the body for handlers that collect it, the head for those that stream. None by default.
     */
    public Builder attemptTimeout(Duration limit) {
      this.attemptTimeout = Objects.requireNonNull(limit, "limit");
      return this;
    }

    /**
     * What a time limit on a request itself bounds; {@link RequestTimeoutCovers#CALL} by default.
     */
    public Builder requestTimeoutCovers(RequestTimeoutCovers covers) {
      this.requestTimeoutCovers = Objects.requireNonNull(covers, "covers");
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
      this.reauthenticate = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /** Adds a listener; none by default. */
    public Builder listener(CallListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Whether a report is kept of every call that returns a response; off by default. */
    public Builder reports(boolean on) {
      this.reports = on;
      return this;
    }

    /** Carries the caller's context over waits and threads; nothing is carried by default. */
    public Builder context(ContextHook hook) {
      this.context = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /**
     * How many bytes of one-shot bodies may be kept in memory so that they can be sent again.
     *
     * @param each for one call; 1 MiB by default
     * @param all for all calls of this plan together; 64 MiB by default
     */
    public Builder bodyBuffer(int each, long all) {
      this.bodyLimit = each;
      this.bodiesLimit = all;
      return this;
    }

    /** Where time and chance come from; the system's by default. For tests. */
    public Builder time(TimeSource time) {
      this.time = Objects.requireNonNull(time, "time");
      return this;
    }

    /**
     * The plan.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public Heed build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(
            "plan " + name + " cannot be built: " + String.join("; ", violations));
      }
      return new Heed(this);
    }

    private List<String> violations() {
      List<String> violations = new ArrayList<>(policy.violations());
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
      return violations;
    }

    private static void positive(String what, @Nullable Duration value, List<String> violations) {
      if (value != null && (value.isNegative() || value.isZero())) {
        violations.add(what + " must be positive: " + Durations.text(value));
      }
    }
  }
}
