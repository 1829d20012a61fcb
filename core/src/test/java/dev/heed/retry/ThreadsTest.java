package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.testing.VirtualTime;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who runs what: nothing of the user's runs on a thread of the host's or of the timers'. */
final class ThreadsTest {

  private final List<Runnable> handedOver = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private final Executor executor = handedOver::add;
  private final VirtualTime time = new VirtualTime(VirtualTime.START, executor);
  private final ManualExchange host = new ManualExchange();

  private CompletableFuture<Reply> start(Heed.Builder plan) {
    return plan.time(time).build().engine().start(host, CallOptions.none());
  }

  private void runAll() {
    while (!handedOver.isEmpty()) {
      handedOver.remove(0).run();
    }
  }

  /** Notes whether it is told. */
  private final class Told implements Stage {

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      log.add("told " + outcome);
    }
  }

  @Test
  @Tag("C7")
  void stagesAreToldOnTheExecutorAndNotOnTheThreadOfTheHost() {
    for (boolean perCall : new boolean[] {true, false}) {
      Heed.Builder plan = Heed.builder("test");
      var unused = perCall ? plan.perCall(new Told()) : plan.perAttempt(new Told());
      CompletableFuture<Reply> future = start(plan);

      host.done.done(ManualExchange.reply(200), null);

      assertThat(log).isEmpty();
      assertThat(future).isNotDone();
      runAll();
      assertThat(log).containsExactly("told 200");
      assertThat(future).isDone();
      log.clear();
    }
  }

  @Test
  @Tag("W7")
  void withoutStagesAResponseTakesNoDetour() {
    CompletableFuture<Reply> future = start(Heed.builder("test"));

    host.done.done(ManualExchange.reply(200), null);

    assertThat(future).isDone();
    assertThat(handedOver).isEmpty();
  }

  @Test
  @Tag("C7")
  void aWokenCallRunsOnTheExecutor() {
    CompletableFuture<Reply> future = start(Heed.builder("test"));
    host.done.done(ManualExchange.reply(503), null);
    time.advance(Duration.ofSeconds(2));

    assertThat(host.starts).hasValue(1);
    runAll();
    assertThat(host.starts).hasValue(2);
    future.cancel(true);
  }

  @Test
  @Tag("V3")
  void aCallThatEndsWellAtOnceReadsTheClockOnce() {
    AtomicInteger readings = new AtomicInteger();
    TimeSource counting =
        new ForwardingTime(time) {
          @Override
          public long nanoTime() {
            readings.incrementAndGet();
            return super.nanoTime();
          }
        };
    Heed plan = Heed.builder("test").time(counting).build();
    CompletableFuture<Reply> future = plan.engine().start(host, CallOptions.none());

    host.done.done(ManualExchange.reply(200), null);

    assertThat(future).isDone();
    assertThat(readings).hasValue(1);
  }
}
