package dev.heed.delivery;

import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes events and delivers them in batches over HTTP, for as long as it takes.
 *
 * <pre>{@code
 * DeliveryQueue queue =
 *     DeliveryQueue.builder("audit")
 *         .uploader(Uploader.to(URI.create("https://events.example.com/v1/batch")).build())
 *         .stage(Stages.bearer(tokens::current))
 *         .open();
 * Offer offer = queue.offer("{\"event\":\"signed in\"}");
 * ...
 * queue.close(Duration.ofSeconds(10));
 * }</pre>
 *
 * <p>{@link #offer} answers at once whether an event is accepted. What is accepted is delivered at
 * least once, or reported to the listener as dropped, with a reason; with a durable store also if
 * the process is killed meanwhile. A server that says when to come back is obeyed: all uploads
 * pause until then. Other failures delay the batch that met them, longer each time.
 *
 * <p>A queue has one lane: one upload is in flight at a time, and batches are sent in their order,
 * except that those which wait by themselves do not hold up the others. For more lanes, or for
 * other servers, open more queues, each with a store of its own. Safe for use by several threads.
 */
public final class DeliveryQueue implements AutoCloseable {

  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

  /** How much longer than its timeout closing may take where something of ours hangs. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Works works;
  private @Nullable CompletableFuture<FlushReport> closed;

  DeliveryQueue(Works works) {
    this.works = works;
  }

  /**
   * A builder of a queue.
   *
   * @param name of the queue, for logs
   */
  public static DeliveryQueueBuilder builder(String name) {
    return new DeliveryQueueBuilder(name);
  }

  /**
   * Offers an event. Returns at once, unless the store takes its time to write, or the queue is
   * full and told to wait for room.
   *
   * @param event the bytes of the event, JSON unless the uploader takes something else; copied
   * @return accepted, or rejected with the reason
   */
  public Offer offer(byte[] event) {
    Offer offer = works.intake().offer(Objects.requireNonNull(event, "event"));
    offer.rejection().ifPresent(works.counters()::rejected);
    return offer;
  }

  /** Offers an event that is given as text, which is sent in UTF-8. */
  public Offer offer(String event) {
    return offer(event.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Sends what waits, without waiting for batches to become full, and waits until all events that
   * were accepted before have left the queue. Pauses and backoffs are kept all the same.
   *
   * @param timeout how long to wait at most
   * @return what became of those events; those that are pending stay in the queue
   * @throws InterruptedException when the thread is interrupted; the events stay in the queue
   */
  public FlushReport flush(Duration timeout) throws InterruptedException {
    CompletableFuture<FlushReport> flushed = flushAsync(timeout);
    try {
      return flushed.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing fails here", e);
    }
  }

  /** As {@link #flush}, without holding a thread. The future does not fail. */
  public CompletableFuture<FlushReport> flushAsync(Duration timeout) {
    return works.flush(timeout).future();
  }

  /**
   * Begins no upload until {@link #resume}; one that is on its way goes on. Events are still
   * accepted.
   */
  public void pause() {
    works.uploads().pause();
  }

  /** Ends {@link #pause}. A pause that the server asked for goes on. */
  public void resume() {
    works.uploads().resume();
  }

  /**
   * Sends at once what waits for its time: somebody knows that the server is back. Ends the pause
   * that the server asked for, and all backoffs.
   */
  public void retryNow() {
    works.uploads().retryNow();
  }

  /**
   * Replaces how the queue retries, from the next upload on. What it remembers of pauses and
   * failures stays.
   */
  public void update(HttpConfig config) {
    works.update(Objects.requireNonNull(config, "config"));
  }

  /** How the queue is doing. */
  public DeliveryStatus status() {
    Instant paused =
        works
            .keeper()
            .state()
            .pausedUntil()
            .filter(until -> until.isAfter(works.clock().now()))
            .map(works.clock()::onWall)
            .orElse(null);
    return new DeliveryStatus(
        works.counters().snapshot(),
        works.shelf().size(),
        oldestAge(),
        paused,
        works.uploads().isPaused());
  }

  private Duration oldestAge() {
    try {
      List<BatchInfo> oldest = works.shelf().oldest(1);
      Instant since = oldest.isEmpty() ? works.intake().openSince() : oldest.get(0).oldest();
      Duration age = since == null ? Duration.ZERO : Duration.between(since, works.clock().wall());
      return age.isNegative() ? Duration.ZERO : age;
    } catch (IOException e) {
      // A closed store says nothing of its batches.
      return Duration.ZERO;
    }
  }

  /**
   * Offers the events of a dead letter file again, as new events: their attempts, failures and ages
   * start anew. What is accepted leaves the file; lines that cannot be read, and events that are
   * rejected, stay there.
   *
   * @param file written by {@link DeadLetter#file}; it may be this queue's own
   * @return how many were accepted; 0 when there is no file
   * @throws IOException when the file cannot be read or written. Some events may have been offered
   *     then, and are in the file all the same
   */
  public long replay(Path file) throws IOException {
    return new DeadLetterFile(file).replay(event -> offer(event).isAccepted());
  }

  /** As {@link #close(Duration)} with 10 s. */
  @Override
  public void close() {
    close(DEFAULT_PATIENCE);
  }

  /**
   * Accepts no more events, sends what waits as far as the server lets it within the timeout, and
   * ends. It does not wait for a time that comes after the timeout. What is left stays in a durable
   * store, for the next queue; of another store it is reported as dropped.
   *
   * <p>Returns in time whatever the server does: at most a second late if the store or a listener
   * hangs. An interrupt ends the waiting at once, and is kept. A second call waits for the first.
   *
   * @return what became of the events that were in the queue
   */
  public FlushReport close(Duration timeout) {
    CompletableFuture<FlushReport> end = closeAsync(timeout);
    try {
      return end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      works.stop();
      return works.remaining();
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing fails here", e);
    }
  }

  /** As {@link #close(Duration)}, without holding a thread. The future does not fail. */
  public synchronized CompletableFuture<FlushReport> closeAsync(Duration timeout) {
    CompletableFuture<FlushReport> end = closed;
    if (end == null) {
      end = works.close(timeout, GRACE);
      closed = end;
    }
    return end;
  }

  @Override
  public String toString() {
    return works.name() + ": " + status();
  }
}
