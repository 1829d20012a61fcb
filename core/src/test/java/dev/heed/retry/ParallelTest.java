package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One plan, many calls at the same time: none sees the waits of another. */
final class ParallelTest {

  private static final int CALLS = 64;

  private static final List<Duration> ALONE =
      List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(7));

  @Test
  @Tag("O5")
  void asynchronousCallsShareNoState() {
    VirtualTime time = new VirtualTime();
    Heed plan = Heed.builder("test").time(time).retry(r -> r.jitter(Jitter.NONE)).build();
    List<StubExchange> hosts = new ArrayList<>();
    List<CompletableFuture<Reply>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      hosts.add(new StubExchange(time, Step.reply(503)));
      calls.add(plan.engine().start(hosts.get(i), CallOptions.none()));
    }

    time.advanceUntil(() -> calls.stream().allMatch(CompletableFuture::isDone));

    assertThat(hosts)
        .allSatisfy(host -> assertThat(host.sends).extracting(Sent::at).isEqualTo(ALONE));
  }

  @Test
  @Tag("O5")
  void blockingCallsShareNoState() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CALLS);
    VirtualTime time = new VirtualTime();
    Heed plan = Heed.builder("test").time(time).retry(r -> r.jitter(Jitter.NONE)).build();
    List<StubExchange> hosts = new ArrayList<>();
    List<Future<Reply>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      StubExchange host = new StubExchange(time, Step.reply(503));
      hosts.add(host);
      calls.add(threads.submit(() -> plan.engine().run(host, CallOptions.none())));
    }
    for (int seconds : new int[] {1, 2, 4}) {
      time.awaitTimers(CALLS);
      time.advance(Duration.ofSeconds(seconds));
    }
    for (Future<Reply> call : calls) {
      assertThat(call.get(20, TimeUnit.SECONDS).status()).isEqualTo(503);
    }
    threads.shutdown();

    assertThat(hosts)
        .allSatisfy(host -> assertThat(host.sends).extracting(Sent::at).isEqualTo(ALONE));
  }
}
