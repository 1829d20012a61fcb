package dev.heed.retry;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Partition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many retries and hedges the calls of a plan may make together, so that a server in trouble is
 * not sent a multiple of its load: a part of the calls of the last 10 s, and some a second so that
 * a client with few calls can retry at all. What is not used is saved up to a bound, and for 10 s.
 * When the budget is empty the call ends with what it has.
 *
 * <p>Immutable settings; the state is kept for each partition, and begins full.
 */
public final class RetryBudget implements GuardFamily {

  private final double ratio;
  private final double perSecond;
  private final int saved;

  private RetryBudget(Builder builder) {
    ratio = builder.ratio;
    perSecond = builder.perSecond;
    saved = builder.saved;
  }

  /** A builder that starts from the defaults: 20 % of the calls, 10 a second, 100 saved. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder().ratio(ratio).perSecond(perSecond).saved(saved);
  }

  /** Retries for each call. */
  double ratio() {
    return ratio;
  }

  /** Retries for each second. */
  double perSecond() {
    return perSecond;
  }

  /** Retries that can be saved. */
  int saved() {
    return saved;
  }

  @Override
  public GuardKind kind() {
    return GuardKind.BUDGET;
  }

  @Override
  public String name() {
    return "retry budget";
  }

  @Override
  public String options() {
    return allowance() + ", at most " + saved + " saved";
  }

  /** What it allows, in words. */
  String allowance() {
    return plain(ratio * 100)
        + " % of the calls of the last 10 s and "
        + plain(perSecond)
        + " a second";
  }

  /** At most two places after the point, and no more than are needed. */
  private static String plain(double number) {
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(2, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Whether the settings are the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryBudget that
        && Double.compare(ratio, that.ratio) == 0
        && Double.compare(perSecond, that.perSecond) == 0
        && saved == that.saved;
  }

  @Override
  public int hashCode() {
    return Objects.hash(ratio, perSecond, saved);
  }

  @Override
  public Guard open(Partition partition) {
    return new RetryTokens(this, partition);
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private double ratio = 0.2;
    private double perSecond = 10;
    private int saved = 100;

    private Builder() {}

    /** Retries for each call of the last 10 s, from 0 to 1; 0.2 by default. */
    public Builder ratio(double ratio) {
      this.ratio = ratio;
      return this;
    }

    /** Retries for each second, whatever the number of calls; 10 by default. 0 is allowed. */
    public Builder perSecond(double perSecond) {
      this.perSecond = perSecond;
      return this;
    }

    /** How many unused retries are saved at most; 100 by default, at least 1. */
    public Builder saved(int saved) {
      this.saved = saved;
      return this;
    }

    /** Everything that is wrong with these settings; empty when {@link #build()} would succeed. */
    public List<String> violations() {
      List<String> violations = new ArrayList<>();
      if (!(ratio >= 0 && ratio <= 1)) {
        violations.add("the retry budget's ratio must be from 0 to 1: " + ratio);
      }
      if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
        violations.add("the retry budget's perSecond must not be negative: " + perSecond);
      }
      if (saved < 1) {
        violations.add("the retry budget's saved must be positive: " + saved);
      }
      return violations;
    }

    /**
     * The budget.
     *
     * @throws IllegalArgumentException that lists everything that is wrong
     */
    public RetryBudget build() {
      List<String> violations = violations();
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("; ", violations));
      }
      return new RetryBudget(this);
    }
  }
}
