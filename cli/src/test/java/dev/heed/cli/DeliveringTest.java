package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.upload.Uploader;
import dev.heed.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class DeliveringTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Waiting time = new Waiting();

  /** Time that stands still, and remembers what waits for it. */
  private static final class Waiting implements TimeSource {

    private final List<Duration> asked = new ArrayList<>();
    private Runnable task = () -> {};

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Timer schedule(long deadline, Runnable task) {
      asked.add(Duration.ofNanos(deadline));
      this.task = task;
      return () -> this.task = () -> {};
    }

    @Override
    public void sleepUntil(long deadline) {
      throw new UnsupportedOperationException("nobody sleeps here");
    }

    @Override
    public double random() {
      return 0;
    }

    @Override
    public Executor executor() {
      return Runnable::run;
    }
  }

  private Delivering delivering(boolean terminal) {
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Delivering(
        new Terminal(
            new ByteArrayInputStream(new byte[0]), printed, printed, terminal, terminal, false),
        time);
  }

  private static DeliveryQueue queue() throws IOException {
    return DeliveryQueue.builder("tests")
        .uploader(Uploader.to(URI.create("http://localhost/")).build())
        .paused(true)
        .open();
  }

  private List<String> lines() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aLogIsToldNowAndThenThatItGoesOn() throws IOException {
    try (DeliveryQueue queue = queue()) {
      Delivering telling = delivering(false);
      telling.watch(queue::status);
      assertThat(lines()).isEmpty();
      queue.offer("{}");
      time.task.run();
      time.task.run();
      assertThat(lines())
          .containsExactly(
              "heed deliver: 0 delivered, 1 pending", "heed deliver: 0 delivered, 1 pending");
      assertThat(time.asked).containsOnly(Duration.ofSeconds(30));
    }
  }

  @Test
  void aTerminalHasOneLineThatChanges() throws IOException {
    try (DeliveryQueue queue = queue()) {
      Delivering telling = delivering(true);
      telling.watch(queue::status);
      time.task.run();
      telling.end();
      assertThat(err.toString(StandardCharsets.UTF_8))
          .isEqualTo("\r\u001b[K0 delivered, 0 pending\r\u001b[K0 delivered, 0 pending\r\u001b[K");
      assertThat(time.asked).containsOnly(Duration.ofMillis(200));
    }
  }

  @Test
  void nothingIsToldAfterTheEnd() throws IOException {
    try (DeliveryQueue queue = queue()) {
      Delivering telling = delivering(false);
      telling.watch(queue::status);
      Runnable late = time.task;
      telling.end();
      late.run();
      assertThat(lines()).isEmpty();
    }
  }
}
