package dev.heed.verify.conformance;

import dev.heed.Heed;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Clients that do something else than their plan says. */
final class PlanFaults {

  private PlanFaults() {}

  private static UnaryOperator<Heed> changing(UnaryOperator<Heed.Builder> change) {
    return plan -> Plans.changed(plan, change);
  }

  private static Fault ofTime(Function<TimeSource, TimeSource> wrong) {
    return Fault.ofPlan(plan -> Plans.changed(plan, p -> p.time(wrong.apply(plan.time()))));
  }

  /** Wakes from short waits a millisecond before their end, as a coarse timer does. */
  static Fault oneMillisecondEarly() {
    return ofTime(Early::new);
  }

  /** Gives each long wait a thread that sleeps. */
  static Fault waitsHoldThreads() {
    return ofTime(Sleeping::new);
  }

  /** Keeps one-shot bodies of any size. */
  static Fault keepsBodiesWithoutLimit() {
    return Fault.ofPlan(changing(plan -> plan.bodyBuffer(Integer.MAX_VALUE, Long.MAX_VALUE)));
  }

  /** Lets the call timeout begin anew ten times, as if it were one for each attempt. */
  static Fault callTimeoutBeginsAnew() {
    return Fault.ofPlan(
        plan -> {
          Duration limit = Plans.callTimeout(plan).orElse(Duration.ofDays(1));
          boolean alone = Plans.attemptTimeout(plan).isEmpty();
          return alone && limit.toSeconds() < 2 && Plans.maxRetries(plan) >= 1_000
              ? Plans.changed(plan, p -> p.callTimeout(limit.multipliedBy(10)))
              : plan;
        });
  }

  /** Runs stages that look at the outcome on the first attempt alone. */
  static Fault attemptStagesRunOnce() {
    return Fault.ofPlan(
        changing(
            plan -> {
              Plans.replaceAttemptStages(
                  plan, stage -> looksAtOutcomes(stage) ? new Once(stage) : stage);
              return plan;
            }));
  }

  /** Runs stages of the call ring that look at the outcome on each attempt, too. */
  static Fault callStagesRunOnEachAttempt() {
    return Fault.ofPlan(
        changing(
            plan -> {
              List<Stage> calls = Plans.callStages(plan);
              calls.stream().filter(PlanFaults::looksAtOutcomes).forEach(plan::perAttempt);
              return plan;
            }));
  }

  private static boolean looksAtOutcomes(Stage stage) {
    try {
      return stage
              .getClass()
              .getMethod("ended", StageRequest.class, Outcome.class)
              .getDeclaringClass()
          != Stage.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private record Once(Stage stage) implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      return request.attempt() > 1 ? Stage.done() : stage.prepare(request);
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      if (request.attempt() == 1) {
        stage.ended(request, outcome);
      }
    }
  }

  /** The time of another source, but for what is wrong with it. */
  private static class Time implements TimeSource {

    final TimeSource right;

    Time(TimeSource right) {
      this.right = right;
    }

    @Override
    public Instant now() {
      return right.now();
    }

    @Override
    public long nanoTime() {
      return right.nanoTime();
    }

    @Override
    public Timer schedule(long deadline, Runnable task) {
      return right.schedule(deadline, task);
    }

    @Override
    public void sleepUntil(long deadline) throws InterruptedException {
      right.sleepUntil(deadline);
    }

    @Override
    public double random() {
      return right.random();
    }

    @Override
    public Executor executor() {
      return right.executor();
    }
  }

  private static final class Early extends Time {

    private static final long MILLISECOND = 1_000_000;
    private static final long SHORT = 30 * MILLISECOND;

    /** How far ahead the clock of a calling thread is. */
    private final ThreadLocal<Long> ahead = ThreadLocal.withInitial(() -> 0L);

    Early(TimeSource right) {
      super(right);
    }

    @Override
    public long nanoTime() {
      return right.nanoTime() + ahead.get();
    }

    @Override
    public void sleepUntil(long deadline) throws InterruptedException {
      if (deadline - nanoTime() < SHORT) {
        ahead.set(ahead.get() + MILLISECOND);
      }
      right.sleepUntil(deadline - ahead.get());
    }
  }

  private static final class Sleeping extends Time {

    private static final long LONG = 5_000_000_000L;

    Sleeping(TimeSource right) {
      super(right);
    }

    @Override
    public Timer schedule(long deadline, Runnable task) {
      if (deadline - nanoTime() < LONG) {
        return right.schedule(deadline, task);
      }
      Thread thread =
          new Thread(
              () -> {
                try {
                  right.sleepUntil(deadline);
                  executor().execute(task);
                } catch (InterruptedException e) {
                  // Taken back.
                  return;
                }
              },
              "a thread that waits");
      thread.setDaemon(true);
      thread.start();
      return thread::interrupt;
    }
  }
}
