package dev.heed.segment.e2e;

import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.Offer;
import dev.heed.delivery.UploadReport;
import dev.heed.delivery.policy.DropReason;
import dev.heed.segment.SegmentClient;
import dev.heed.segment.SegmentEvent;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Speaks the protocol by which one suite of tests drives the SDKs of all languages: a JSON document
 * says what to send and where, and another one says whether it was delivered.
 *
 * <p>The input: {@code {"writeKey":"k", "apiHost":"http://localhost:1234", "cdnHost":...,
 * "sequences": [{"delayMs":0, "events":[{"type":"track", "userId":"7", "event":"e"}]}],
 * "config":{"flushAt":20, "flushInterval":1000, "maxRetries":10, "timeout":20}}}, {@code
 * flushInterval} in milliseconds and {@code timeout}, for all of it, in seconds. Settings are
 * fetched where there is a {@code cdnHost}.
 */
public final class SegmentE2e {

  private SegmentE2e() {}

  /**
   * Runs a document: sends its events, waits until all are delivered or given up, or until its
   * timeout has passed, 20 s by default and 28 s at most. Fails never: what is wrong with the
   * document is in the result.
   *
   * @param input the document
   * @return what to print, and whether all was delivered
   * @throws InterruptedException when the thread is interrupted
   */
  public static E2eResult run(String input) throws InterruptedException {
    TimeSource time = TimeSource.system();
    E2eInput read;
    try {
      read = E2eInput.read(input);
    } catch (IllegalArgumentException e) {
      return E2eResult.failed(0, "the input cannot be used: " + e.getMessage());
    }
    Watching watching = new Watching();
    SegmentClient client;
    try {
      client = read.client().listener(watching).time(time).open();
    } catch (IllegalArgumentException | IOException e) {
      return E2eResult.failed(0, String.valueOf(e.getMessage()));
    }
    return new Run(read, client, watching, time).result();
  }

  /** Remembers what went wrong. What was retried with success did not. */
  private static final class Watching implements DeliveryListener {

    private final AtomicInteger batches = new AtomicInteger();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private volatile String last = "";

    @Override
    public void settled(EventOutcome outcome) {
      // What is pending in the end is reported as such; that closing drops it is no news.
      outcome
          .reason()
          .filter(reason -> reason != DropReason.CLOSED)
          .ifPresent(reason -> failures.add(outcome.why()));
    }

    @Override
    public void uploaded(UploadReport report) {
      last = report.toString();
      if (report.status().orElse(0) / 100 == 2) {
        batches.incrementAndGet();
      }
    }
  }

  /** One document on its way. */
  private record Run(E2eInput input, SegmentClient client, Watching watching, TimeSource time) {

    E2eResult result() throws InterruptedException {
      FlushReport report;
      try {
        report = flushed();
      } catch (InterruptedException e) {
        var unused = client.closeAsync(Duration.ZERO);
        throw e;
      }
      // A flush may end before the listener is told; closing ends after that.
      var unused = await(client.closeAsync(Duration.ZERO));
      return verdict(report);
    }

    private FlushReport flushed() throws InterruptedException {
      long end = time.nanoTime() + input.timeout().toNanos();
      for (E2eInput.Sequence sequence : input.sequences()) {
        time.sleepUntil(Math.min(end, time.nanoTime() + sequence.delay().toNanos()));
        watching.failures.addAll(sequence.flaws());
        sequence.events().forEach(this::offer);
      }
      return await(client.flushAsync(Duration.ofNanos(left(end))));
    }

    private long left(long end) {
      return Math.max(0, end - time.nanoTime());
    }

    private FlushReport await(CompletableFuture<FlushReport> future) throws InterruptedException {
      time.await(future);
      return future.join();
    }

    private void offer(SegmentEvent<?> event) {
      Offer offer = client.offer(event);
      if (!offer.isAccepted()) {
        watching.failures.add(offer.message());
      }
    }

    private E2eResult verdict(FlushReport report) {
      int batches = watching.batches.get();
      if (!watching.failures.isEmpty()) {
        return E2eResult.failed(
            batches,
            "Delivery failed: "
                + watching.failures.get(0)
                + " ("
                + watching.failures.size()
                + " events)");
      }
      if (!report.isComplete()) {
        return E2eResult.failed(
            batches,
            "Delivery incomplete: " + report.pending() + " events still pending; " + watching.last);
      }
      return E2eResult.delivered(batches);
    }
  }
}
