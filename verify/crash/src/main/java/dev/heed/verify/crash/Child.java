package dev.heed.verify.crash;

import dev.heed.delivery.DeadLetter;
import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A process with a queue, that is here to be killed. It tells its parent over its standard output
 * where it is, and ends by itself when its standard input does: with its parent.
 */
final class Child {

  /** Small, so that a process of some hundred milliseconds fills and delivers many. */
  private static final int BATCH = 20;

  private static final int THREADS = 2;

  /** A busy machine may need long for what takes it milliseconds otherwise. */
  private static final int PATIENCE_SECONDS = 120;

  private final Setup setup;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ShiftedTime time;
  private final Trouble trouble = new Trouble();

  private Child(Setup setup) {
    this.setup = setup;
    this.time = new ShiftedTime(Duration.ofDays(setup.number("days", 0)));
  }

  /** Does what it is told; the first word is the name of the work. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Thread orphan = new Thread(Child::endWithParent);
    orphan.setDaemon(true);
    orphan.start();
    new Child(Setup.of(arguments)).work();
  }

  private static void endWithParent() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As good an end as any.
      Runtime.getRuntime().halt(3);
    }
    Runtime.getRuntime().halt(3);
  }

  private synchronized void say(String line) {
    out.println(line);
  }

  private void work() throws IOException, InterruptedException {
    try (Entries entries = new Entries(setup.number("ledger", 0))) {
      DeliveryQueue queue;
      try {
        queue = open(entries);
      } catch (IOException e) {
        say("refused " + e.getMessage());
        return;
      }
      say("open");
      switch (setup.text("work", "produce")) {
        case "produce" -> {
          produce(queue, entries);
          new CompletableFuture<Void>().join();
        }
        case "close" -> {
          produce(queue, entries);
          close(queue);
        }
        default -> {
          if (setup.number("hurry", 0) > 0) {
            queue.retryNow();
          }
          say(
              "flushed "
                  + queue.flush(Duration.ofSeconds(setup.number("patience", PATIENCE_SECONDS))));
          close(queue);
        }
      }
    }
  }

  private DeliveryQueue open(Entries entries) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + setup.number("server", 0) + "/events");
    return DeliveryQueue.builder("crash")
        .store(store())
        .uploader(Uploader.to(uri).retryCountHeader("X-Retry-Count").build())
        .config(
            DeliveryConfig.builder()
                .maxBatchEvents(BATCH)
                .flushInterval(Duration.ofMillis(20))
                .maxBackingOff(64)
                .build())
        .httpConfig(
            HttpConfig.builder()
                .backoff(b -> b.baseBackoffInterval(Duration.ofMillis(100)))
                .build())
        .deadLetter(DeadLetter.file(setup.folder().resolve("dead.ndjson")))
        .listener(entries)
        .time(time)
        .open();
  }

  private BatchStore store() {
    Halting halting = new Halting(setup.point(), setup.number("times", 1), this::say);
    return new HaltingStore(Stores.of(setup, halting, trouble), halting);
  }

  /**
   * Offers events from two threads. The trouble that the child is told to have begins after a third
   * of them, and is over after two.
   */
  private void produce(DeliveryQueue queue, Entries entries) throws InterruptedException {
    int third = setup.number("events", 2_000) / THREADS / 3;
    List<Producer> producers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      long seed = setup.number("seed", 0) * 31L + i;
      producers.add(new Producer(setup.text("name", "e") + i, seed, time));
    }
    offer(producers, queue, entries, third);
    say("middle");
    trouble.begin(setup.text("trouble", "none"), setup.number("every", 3));
    time.turn(Duration.ofDays(setup.number("turn", setup.number("days", 0))));
    offer(producers, queue, entries, third);
    trouble.end();
    offer(producers, queue, entries, third);
    say("offered");
  }

  private void offer(List<Producer> producers, DeliveryQueue queue, Entries entries, int events)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Producer producer : producers) {
      Thread thread = new Thread(() -> offer(producer, queue, entries, events));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void offer(Producer producer, DeliveryQueue queue, Entries entries, int events) {
    try {
      producer.offer(queue, entries, events);
    } catch (InterruptedException | RuntimeException e) {
      say("failed " + e);
    }
  }

  private void close(DeliveryQueue queue) {
    long begun = time.nanoTime();
    FlushReport report =
        queue.close(Duration.ofSeconds(setup.number("patience", PATIENCE_SECONDS)));
    Duration took = Duration.ofNanos(time.nanoTime() - begun);
    say("closed " + report.pending() + " " + took.toMillis());
  }
}
