package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.stage.ContextHook;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ContextTest {

  private static final ThreadLocal<String> CONTEXT = ThreadLocal.withInitial(() -> "none");

  private final VirtualTime time = new VirtualTime();
  private final List<String> seen = new ArrayList<>();
  private final Heed.Builder plan =
      Heed.builder("test")
          .time(time)
          .retry(r -> r.jitter(Jitter.NONE))
          .perAttempt(Stage.of("look", request -> seen.add(CONTEXT.get())));
  private final StubExchange exchange =
      new StubExchange(time, Step.reply(503).after(Duration.ofSeconds(1)), Step.reply(200));

  private static ContextHook.Snapshot captured() {
    String value = CONTEXT.get();
    return task -> {
      String before = CONTEXT.get();
      CONTEXT.set(value);
      try {
        task.run();
      } finally {
        CONTEXT.set(before);
      }
    };
  }

  private CompletableFuture<Reply> start() {
    CONTEXT.set("caller");
    CompletableFuture<Reply> future = plan.build().engine().start(exchange, CallOptions.none());
    CONTEXT.set("other");
    return future;
  }

  @Test
  @Tag("O7")
  void theCallersContextIsThereAfterAWait() {
    plan.context(ContextTest::captured);

    CompletableFuture<Reply> future = start();
    time.advanceUntil(future::isDone);

    assertThat(seen).containsExactly("caller", "caller");
    assertThat(CONTEXT.get()).isEqualTo("other");
  }

  @Test
  @Tag("O7")
  void theCallersContextIsThereInThePredicateOfABlockingCall() throws Exception {
    CONTEXT.set("caller");
    plan.context(ContextTest::captured);

    plan.build().engine().run(exchange, CallOptions.none());

    assertThat(seen).containsExactly("caller", "caller");
  }

  @Test
  @Tag("O7")
  void aHookThatFailsOrForgetsItsTaskDoesNotHangTheCall() {
    AtomicReference<ContextHook.Snapshot> snapshot = new AtomicReference<>();
    plan.context(snapshot::get);
    List<ContextHook.Snapshot> broken =
        List.of(
            task -> {},
            task -> {
              throw new IllegalStateException("bug");
            },
            task -> {
              task.run();
              throw new IllegalStateException("bug");
            },
            task -> {
              task.run();
              task.run();
            });
    for (ContextHook.Snapshot each : broken) {
      snapshot.set(each);
      CompletableFuture<Reply> future = start();

      time.advanceUntil(future::isDone);

      assertThat(future).isCompletedWithValueMatching(reply -> reply.status() == 200);
    }
  }

  @Test
  @Tag("O7")
  void withoutAHookNothingIsCarried() {
    CompletableFuture<Reply> future = start();

    time.advanceUntil(future::isDone);

    assertThat(seen).containsExactly("caller", "other");
  }
}
