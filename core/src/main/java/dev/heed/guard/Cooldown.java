package dev.heed.guard;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pause for all: when a server asks one call to stay away, no other call of the plan is sent to
 * the same partition before that time. Immutable settings; the state is kept for each partition.
 *
 * <p>Calls that come during a pause wait in a line, at most {@link Builder#line} of them; further
 * ones are refused, with the time that is left. A call that waits holds no thread on asynchronous
 * paths, and the caller's thread on blocking ones. After the pause the first call goes at once, and
 * the others follow spread over some time, so that they do not all come together; that first call
 * also finds out whether the server is ready, and if it is not, its hint holds the others back.
 * Calls that retry are spread likewise. Calls that begin after the pause are not held.
 */
public final class Cooldown implements GuardFamily {

  private static final Duration LONGEST_SPREAD = Duration.ofSeconds(10);

  final int line;
  final Duration maxWait;
  final Duration maxPause;
  final Duration spread;

  private Cooldown(Builder builder) {
    line = builder.line;
    maxWait = builder.maxWait;
    maxPause = builder.maxPause;
    spread = builder.spread;
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder().line(line).maxWait(maxWait).maxPause(maxPause).spread(spread);
  }

  @Override
  public GuardKind kind() {
    return GuardKind.COOLDOWN;
  }

  @Override
  public String name() {
    return "cooldown";
  }

  @Override
  public String options() {
    return (line == 0
            ? "refuses during a pause"
            : "line of " + line + ", waits of at most " + Durations.text(maxWait))
        + ", pauses of at most "
        + Durations.text(maxPause)
        + ", spread over "
        + Durations.text(spread);
  }

  @Override
  public Duration longestWait() {
    return line == 0 ? Duration.ZERO : Durations.sum(maxWait, spread);
  }

  /** Whether the settings are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cooldown that
        && line == that.line
        && maxWait.equals(that.maxWait)
        && maxPause.equals(that.maxPause)
        && spread.equals(that.spread);
  }

  @Override
  public int hashCode() {
    return Objects.hash(line, maxWait, maxPause, spread);
  }

  @Override
  public Guard open(Partition partition) {
    return new CooldownLine(this, partition);
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private int line = 1000;
    private Duration maxWait = Duration.ofSeconds(30);
    private Duration maxPause = Duration.ofMinutes(5);
    private Duration spread = LONGEST_SPREAD;

    private Builder() {}

    /** How many calls may wait in each partition; 1,000 by default. 0 refuses them all at once. */
    public Builder line(int line) {
      this.line = line;
      return this;
    }

    /** Refuses calls during a pause at once, with the time that is left: a line of 0. */
    public Builder refuse() {
      return line(0);
    }

    /**
     * The longest pause that a call waits for; 30 s by default. During a longer one, calls are
     * refused until no more than this is left of it.
     */
    public Builder maxWait(Duration maxWait) {
      this.maxWait = Objects.requireNonNull(maxWait, "maxWait");
      return this;
    }

    /**
     * The longest pause that one response can bring about; 5 min by default. A server that asks for
     * more is asked again then: one broken header must not silence a client for years.
     */
    public Builder maxPause(Duration maxPause) {
      this.maxPause = Objects.requireNonNull(maxPause, "maxPause");
      return this;
    }

    /**
     * Over how much time the calls that were held are released; 10 s by default, and never longer
     * than the pause was. 0 releases them all together.
     */
    public Builder spread(Duration spread) {
      this.spread = Objects.requireNonNull(spread, "spread");
      return this;
    }

    /** Everything that is wrong with these settings; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      List<String> violations = new ArrayList<>();
      if (line < 0) {
        violations.add("the cooldown's line must not be negative: " + line);
      }
      notNegative("maxWait", maxWait, violations);
      notNegative("maxPause", maxPause, violations);
      notNegative("spread", spread, violations);
      return violations;
    }

    private static void notNegative(String what, Duration value, List<String> violations) {
      if (value.isNegative()) {
        violations.add(
            "the cooldown's " + what + " must not be negative: " + Durations.text(value));
      }
    }

    /**
     * The cooldown.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public Cooldown build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new Cooldown(this);
    }
  }
}
