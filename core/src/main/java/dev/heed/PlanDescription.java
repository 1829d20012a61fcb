package dev.heed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The chain of a plan as data and as text, with its worst case and its warnings. Immutable. */
public final class PlanDescription {

  /** Where a part of the chain stands. */
  public enum Position {
    /** Once for each logical call. */
    CALL,
    /** Between the rings. */
    RETRY,
    /**
     * Between the rings, in place of a retry. What stands below it, each attempt has of its own.
     */
    HEDGE,
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
  private final WorstCase worst;

  PlanDescription(String plan, List<Part> parts, List<String> warnings, WorstCase worst) {
    this.plan = plan;
    this.parts = parts;
    this.warnings = warnings;
    this.worst = worst;
  }

  /**
   * The same description with what an adapter knows of its host.
   *
   * @param transport the host's client
   * @param options its settings, and the hidden retries that stay
   * @param hostWarnings what a user should know
   */
  public PlanDescription on(String transport, String options, List<String> hostWarnings) {
    return on(transport, options, 1, hostWarnings);
  }

  /**
   * The same for a host that may send an attempt again by itself, which cannot be switched off.
   *
   * @param sendsEach how often the host may send one attempt; 1 for once
   */
  public PlanDescription on(
      String transport, String options, int sendsEach, List<String> hostWarnings) {
    Part part =
        new Part(
            Position.TRANSPORT,
            Objects.requireNonNull(transport, "transport"),
            Objects.requireNonNull(options, "options"));
    return new PlanDescription(
        plan, concat(parts, List.of(part)), concat(warnings, hostWarnings), worst.times(sendsEach));
  }

  /**
   * The same with another layer further in that retries and could be told not to: a warning with
   * the product of both.
   *
   * @param layer what retries there
   * @param sendsEach how often it sends each attempt at most
   */
  public PlanDescription stackedOn(String layer, int sendsEach) {
    if (sendsEach <= 1 || worst.sends() == 1) {
      return new PlanDescription(plan, parts, warnings, worst.times(sendsEach));
    }
    String warning = Lint.stacked(worst, Objects.requireNonNull(layer, "layer"), sendsEach);
    return new PlanDescription(
        plan, parts, concat(warnings, List.of(warning)), worst.times(sendsEach));
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
    return worst.sends() < 0 ? Optional.empty() : Optional.of(worst.sends());
  }

  /**
   * How often a call is sent at most with what lies further in and retries too; empty when there is
   * no limit in number.
   */
  public Optional<Long> worstCaseSendsOnTheWire() {
    return worst.onTheWire();
  }

  /** How long all waits of one call can take together. */
  public Duration worstCaseWait() {
    return worst.waits();
  }

  /** How long a call can take; empty when nothing limits it. */
  public Optional<Duration> worstCaseDuration() {
    return worst.duration();
  }

  /** The time limit of a call; empty when there is none. */
  public Optional<Duration> callTimeout() {
    return Optional.ofNullable(worst.callTimeout());
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
    text.append("worst case: ").append(worst).append('\n');
    for (String warning : warnings) {
      text.append("warning: ").append(warning).append('\n');
    }
    return text.toString();
  }

  private static String pad(String position) {
    return String.format("%-10s", position.toLowerCase(java.util.Locale.ROOT));
  }
}
