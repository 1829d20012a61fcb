package dev.heed;

import dev.heed.retry.RetryPolicy;
import dev.heed.stage.Stage;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The chain of a plan as data and as text, with its worst case and its warnings. Immutable. */
public final class PlanDescription {

  /** Where a part of the chain stands. */
  public enum Position {
    /** Once for each logical call. */
    CALL,
    /** Between the rings. */
    RETRY,
    /** Once for each send. */
    ATTEMPT,
    /** The host's own client. */
    TRANSPORT
  }

  /** One part of the chain. */
  public static final class Part {

    private final Position position;
    private final String name;
    private final String options;
    private final boolean stage;

    Part(Position position, String name, String options) {
      this(position, name, options, false);
    }

    Part(Position position, String name, String options, boolean stage) {
      this.position = position;
      this.name = name;
      this.options = options;
      this.stage = stage;
    }

    /** Where the part stands. */
    public Position position() {
      return position;
    }

    /** What the part is. */
    public String name() {
      return name;
    }

    /** Its settings; empty text for none. */
    public String options() {
      return options;
    }

    /** Whether the user registered this part as a stage of a ring. */
    public boolean isStage() {
      return stage;
    }

    @Override
    public String toString() {
      return position + " " + name + (options.isEmpty() ? "" : ": " + options);
    }
  }

  private final String plan;
  private final List<Part> parts;
  private final List<String> warnings;
  private final int worstSends;
  private final Duration worstWait;
  private final @Nullable Duration callTimeout;

  private PlanDescription(Builder builder) {
    plan = builder.plan.name;
    parts = List.copyOf(builder.parts);
    warnings = List.copyOf(builder.warnings);
    RetryPolicy policy = builder.plan.policy;
    // The repeat with refreshed credentials is not counted as a retry, but it is a send.
    int uncounted = builder.plan.reauthenticate == null ? 1 : 2;
    boolean unlimited = policy.maxRetries() > Integer.MAX_VALUE - uncounted;
    worstSends = unlimited ? -1 : policy.maxRetries() + uncounted;
    callTimeout = builder.plan.callTimeout;
    Duration waits = policy.worstCaseWait();
    worstWait = callTimeout != null && callTimeout.compareTo(waits) < 0 ? callTimeout : waits;
  }

  static PlanDescription of(Heed plan) {
    return new Builder(plan).build();
  }

  /**
   * The same description with what an adapter knows of its host.
   *
   * @param transport the host's client
   * @param options its settings, and the hidden retries that stay
   * @param hostWarnings what a user should know
   */
  public PlanDescription on(String transport, String options, List<String> hostWarnings) {
    return new PlanDescription(
        this,
        new Part(
            Position.TRANSPORT,
            Objects.requireNonNull(transport, "transport"),
            Objects.requireNonNull(options, "options")),
        hostWarnings);
  }

  private PlanDescription(PlanDescription base, Part transport, List<String> hostWarnings) {
    plan = base.plan;
    parts = concat(base.parts, List.of(transport));
    warnings = concat(base.warnings, hostWarnings);
    worstSends = base.worstSends;
    worstWait = base.worstWait;
    callTimeout = base.callTimeout;
  }

  private static <T> List<T> concat(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return List.copyOf(all);
  }

  /** The name of the plan. */
  public String plan() {
    return plan;
  }

  /** The parts, outermost first. A part that is off is not there. */
  public List<Part> parts() {
    return parts;
  }

  /** What a user should know, one sentence each. */
  public List<String> warnings() {
    return warnings;
  }

  /** How often a call is sent at most; empty when there is no limit in number. */
  public Optional<Integer> worstCaseSends() {
    return worstSends < 0 ? Optional.empty() : Optional.of(worstSends);
  }

  /** How long all waits of one call can take together. */
  public Duration worstCaseWait() {
    return worstWait;
  }

  /** The time limit of a call; empty when there is none. */
  public Optional<Duration> callTimeout() {
    return Optional.ofNullable(callTimeout);
  }

  /** The chain from the outside to the inside, the worst case, and the warnings. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("plan ").append(plan).append('\n');
    for (Part part : parts) {
      text.append("  ").append(pad(part.position().toString())).append(part.name());
      if (!part.options().isEmpty()) {
        text.append(" (").append(part.options()).append(')');
      }
      text.append('\n');
    }
    text.append("worst case: ")
        .append(worstSends < 0 ? "no limit in number of" : worstSends)
        .append(" sends, waits of ")
        .append(Durations.text(worstWait))
        .append(
            callTimeout == null
                ? ", no time limit"
                : ", ended after " + Durations.text(callTimeout))
        .append('\n');
    for (String warning : warnings) {
      text.append("warning: ").append(warning).append('\n');
    }
    return text.toString();
  }

  private static String pad(String position) {
    return String.format("%-10s", position.toLowerCase(java.util.Locale.ROOT));
  }

  /** Lists the parts in the order of the composition. */
  private static final class Builder {

    private final Heed plan;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Builder(Heed plan) {
      this.plan = plan;
    }

    PlanDescription build() {
      parts.add(new Part(Position.CALL, "call log", "dev.heed.call"));
      if (plan.callTimeout != null) {
        parts.add(new Part(Position.CALL, "call timeout", Durations.text(plan.callTimeout)));
      }
      stages(Position.CALL, plan.callStages);
      retry();
      if (plan.attemptTimeout != null) {
        parts.add(
            new Part(Position.ATTEMPT, "attempt timeout", Durations.text(plan.attemptTimeout)));
      }
      stages(Position.ATTEMPT, plan.attemptStages);
      parts.add(new Part(Position.ATTEMPT, "attempt log", "dev.heed.attempt"));
      warn();
      return new PlanDescription(this);
    }

    private void stages(Position position, List<Stage> stages) {
      stages.forEach(stage -> parts.add(new Part(position, stage.name(), "", true)));
    }

    private void retry() {
      if (plan.policy.maxRetries() > 0) {
        String verdicts = plan.verdicts == null ? "" : ", verdicts=" + plan.verdicts.name();
        parts.add(
            new Part(
                Position.RETRY, "retry", plan.policy + ", hints=" + plan.hints.name() + verdicts));
      }
      if (plan.reauthenticate != null) {
        parts.add(new Part(Position.RETRY, "re-authentication", "once a call, on 401 and 511"));
      }
    }

    private void warn() {
      if (plan.callTimeout == null) {
        warnings.add(
            "no call timeout: a call may wait up to "
                + Durations.text(plan.policy.worstCaseWait())
                + " between its sends; set Heed.callTimeout");
      } else if (plan.policy.maxDelay().compareTo(plan.callTimeout) > 0) {
        warnings.add(
            "RetryPolicy.maxDelay "
                + Durations.text(plan.policy.maxDelay())
                + " is above Heed.callTimeout "
                + Durations.text(plan.callTimeout)
                + ": the longest hints can never be waited for");
      }
    }
  }
}
