package dev.heed.segment;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.DeliveryStatus;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.Offer;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Delivers events to Segment, or to a service that speaks its protocol.
 *
 * <pre>{@code
 * SegmentClient client = SegmentClient.builder(writeKey).open();
 * Offer offer =
 *     client.offer(
 *         SegmentEvent.track(Identity.user("7"), "Order Completed").property("total", 39.95));
 * ...
 * client.close(Duration.ofSeconds(10));
 * }</pre>
 *
 * <p>{@link #offer} answers at once whether an event is accepted; from then on its id, its time and
 * all its bytes are fixed. What is accepted is delivered at least once, or reported to the listener
 * as dropped, with a reason. The service knows an event that comes twice by its message id.
 *
 * <p>Make one for each write key, keep it as long as the program runs, and close it in the end. It
 * is a {@link DeliveryQueue} with the format, the limits and the credentials of the service. Safe
 * for use by several threads.
 */
public final class SegmentClient implements AutoCloseable {

  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

  private final DeliveryQueue queue;
  private final TimeSource time;
  private final List<Runnable> atEnd;

  /**
   * A client.
   *
   * @param atEnd what else ends with it
   */
  SegmentClient(DeliveryQueue queue, TimeSource time, List<Runnable> atEnd) {
    this.queue = queue;
    this.time = time;
    this.atEnd = List.copyOf(atEnd);
  }

  /**
   * A builder of a client.
   *
   * @param writeKey of the source whose events these are
   */
  public static SegmentClientBuilder builder(String writeKey) {
    return new SegmentClientBuilder(writeKey);
  }

  /**
   * Offers an event. Returns at once, unless the store takes its time to write, or the client is
   * full and told to wait for room.
   *
   * @return accepted, or rejected with the reason: it is larger than 32,768 bytes, there is no
   *     room, the client is closed
   */
  public Offer offer(SegmentEvent<?> event) {
    return queue.offer(event.json(UUID.randomUUID().toString(), time.now()));
  }

  /** As {@link DeliveryQueue#flush}: sends what waits, without waiting for full batches. */
  public FlushReport flush(Duration timeout) throws InterruptedException {
    return queue.flush(timeout);
  }

  /** As {@link #flush}, without holding a thread. The future does not fail. */
  public CompletableFuture<FlushReport> flushAsync(Duration timeout) {
    return queue.flushAsync(timeout);
  }

  /** Sends at once what waits for its time: somebody knows that the service is back. */
  public void retryNow() {
    queue.retryNow();
  }

  /** Replaces how the client retries, from the next upload on. */
  public void update(HttpConfig config) {
    queue.update(config);
  }

  /**
   * Offers the events of a dead letter file again, as {@link DeliveryQueue#replay} does. They keep
   * their message ids and times.
   */
  public long replay(Path file) throws IOException {
    return queue.replay(file);
  }

  /** How the client is doing. */
  public DeliveryStatus status() {
    return queue.status();
  }

  /** As {@link #close(Duration)} with 10 s. */
  @Override
  public void close() {
    close(DEFAULT_PATIENCE);
  }

  /**
   * As {@link DeliveryQueue#close(Duration)}: accepts no more events, sends what waits as far as
   * the service lets it within the timeout, and ends in time. What is left stays in a durable
   * store; of another one it is reported as dropped.
   */
  public FlushReport close(Duration timeout) {
    // Whoever closes does not wait for settings any more.
    queue.resume();
    FlushReport report = queue.close(timeout);
    atEnd.forEach(Runnable::run);
    return report;
  }

  /** As {@link #close(Duration)}, without holding a thread. The future does not fail. */
  public CompletableFuture<FlushReport> closeAsync(Duration timeout) {
    queue.resume();
    return queue
        .closeAsync(timeout)
        .whenComplete((report, failure) -> atEnd.forEach(Runnable::run));
  }

  @Override
  public String toString() {
    return queue.toString();
  }
}
