package dev.heed.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.upload.Uploader;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What closing does when something of the user's never returns. The tasks run on other threads. */
@Tag("D7")
class HangingTest {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final VirtualTime time = new VirtualTime(VirtualTime.START, threads);
  private final Disk disk = new Disk();
  private final CountDownLatch freed = new CountDownLatch(1);
  private final CountDownLatch stuck = new CountDownLatch(1);

  @AfterEach
  void free() {
    freed.countDown();
    disk.goOn();
    threads.shutdownNow();
  }

  private DeliveryQueue open(DeliveryListener listener) throws Exception {
    return DeliveryQueue.builder("tests")
        .uploader(Uploader.to(QueueFixture.PLACE).build())
        .config(DeliveryConfig.builder().maxBatchEvents(1).build())
        .client(new ScriptedClient(time))
        .listener(listener)
        .store(disk.store())
        .time(time)
        .open();
  }

  private final class Stuck implements DeliveryListener {

    @Override
    public void settled(EventOutcome outcome) {
      stuck.countDown();
      try {
        freed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aListenerThatHangsMakesClosingASecondLate() throws Exception {
    DeliveryQueue queue = open(new Stuck());
    QueueFixture.offer(queue, 1, 2);
    stuck.await();
    CompletableFuture<FlushReport> end = queue.closeAsync(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(3).minusNanos(1));
    assertThat(end).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertThat(end.get()).hasToString("0 delivered, 0 dropped, 1 pending");
  }

  @Test
  void aStoreThatHangsWhileItWritesMakesClosingASecondLate() throws Exception {
    DeliveryQueue queue = open(new DeliveryListener() {});
    disk.hang(Disk.Op.APPEND);
    threads.execute(() -> QueueFixture.offer(queue, 1));
    disk.awaitHanging();
    CompletableFuture<FlushReport> end = queue.closeAsync(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(3));
    assertThat(end.get().pending()).isZero();
  }

  @Test
  void aStoreThatHangsWhileItIsReadMakesClosingASecondLate() throws Exception {
    DeliveryQueue queue = open(new DeliveryListener() {});
    disk.hang(Disk.Op.LOAD);
    QueueFixture.offer(queue, 1);
    disk.awaitHanging();
    CompletableFuture<FlushReport> end = queue.closeAsync(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(3));
    assertThat(end.get().pending()).isEqualTo(1);
  }
}
