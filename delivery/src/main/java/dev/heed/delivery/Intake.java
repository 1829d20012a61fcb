package dev.heed.delivery;

import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.EventId;
import dev.heed.delivery.store.StoreSize;
import dev.heed.delivery.upload.Uploader;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes events: checks them, finds room for them, adds them to the open batch, and closes it when
 * it is full or old enough.
 *
 * <p>Under one lock, since the size of a batch must be checked and changed in one step. The lock is
 * held while the store writes, never while anybody waits. Inside it the shelf's lock may be taken,
 * never the other way round.
 */
final class Intake {

  /** Each event is followed by one byte that separates it from the next. */
  private static final int SEPARATOR = 1;

  private final DeliveryConfig config;
  private final BatchStore store;
  private final Shelf shelf;
  private final Uploader uploader;
  private final Counters counters;
  private final QueueClock clock;
  private final Events events;
  private final List<CompletableFuture<Void>> blocked = new ArrayList<>();
  private int openEvents;
  private long openBytes;
  private long openId;
  private @Nullable Instant openSince;
  private long lastClosed = -1;
  private volatile boolean closed;
  private TimeSource.@Nullable Timer interval;

  /** What the queue is told. */
  interface Events {

    /** A batch is ready to be sent. */
    void batchClosed();

    /** A batch is gone, to make room. */
    void batchDropped(long batch);

    void trouble(String what, Throwable failure);
  }

  Intake(Intake.Setup setup, QueueClock clock, Events events) {
    this.config = setup.config();
    this.store = setup.store();
    this.shelf = setup.shelf();
    this.uploader = setup.uploader();
    this.counters = setup.counters();
    this.clock = clock;
    this.events = events;
  }

  /** What an intake needs. */
  record Setup(
      DeliveryConfig config, BatchStore store, Shelf shelf, Uploader uploader, Counters counters) {}

  /** Batches up to this one were there before. */
  void startAfter(long batch) {
    lastClosed = batch;
  }

  Offer offer(byte[] event) {
    Optional<Offer> refusal = refusal(event);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Instant patience = config.whenFull().patience().map(clock.now()::plus).orElse(Instant.MIN);
    for (; ; ) {
      Attempt attempt = tryOffer(event, patience);
      attempt.tell(this);
      if (attempt.answer() != null) {
        return durable(attempt.answer());
      }
      Optional<Offer> given = waitForRoom(attempt.room(), patience);
      if (given.isPresent()) {
        return given.get();
      }
    }
  }

  private Optional<Offer> refusal(byte[] event) {
    if (event.length > config.maxEventBytes()) {
      return Optional.of(
          Offer.rejected(
              Rejection.TOO_LARGE,
              "an event of "
                  + event.length
                  + " bytes is larger than maxEventBytes, "
                  + config.maxEventBytes()));
    }
    try {
      return (event.length == 0 ? Optional.of("it is empty") : uploader.flaw(event))
          .map(flaw -> Offer.rejected(Rejection.INVALID, "the event cannot be sent: " + flaw));
    } catch (RuntimeException e) {
      events.trouble("the uploader could not check an event, which is rejected", e);
      return Optional.of(
          Offer.rejected(Rejection.INVALID, "the uploader could not check it: " + e));
    }
  }

  /**
   * How one try ended: with an answer, or with something to wait for. What others have to be told
   * is told when the lock is free.
   */
  private record Attempt(
      @Nullable Offer answer,
      CompletableFuture<Void> room,
      boolean closedBatch,
      List<Shelf.Dropped> dropped) {

    void tell(Intake intake) {
      for (Shelf.Dropped batch : dropped) {
        batch.telling().run();
        intake.events.batchDropped(batch.batch());
      }
      if (closedBatch) {
        intake.events.batchClosed();
      }
    }
  }

  private synchronized Attempt tryOffer(byte[] event, Instant patience) {
    long before = lastClosed;
    List<Shelf.Dropped> dropped = new ArrayList<>();
    CompletableFuture<Void> room = new CompletableFuture<>();
    Offer answer = answer(event, dropped);
    boolean full = answer.rejection().filter(reason -> reason == Rejection.FULL).isPresent();
    if (full && clock.now().isBefore(patience)) {
      blocked.add(room);
      answer = null;
    }
    return new Attempt(answer, room, lastClosed != before, dropped);
  }

  private Offer answer(byte[] event, List<Shelf.Dropped> dropped) {
    if (closed) {
      return Offer.rejected(Rejection.CLOSED, "the queue is closed");
    }
    try {
      if (openEvents > 0 && isBatchFullFor(event)) {
        closeBatch();
      }
      if (!hasRoomFor(event) && !makeRoomFor(event, dropped)) {
        return full();
      }
      return Offer.accepted(append(event));
    } catch (IOException e) {
      return Offer.rejected(
          Rejection.STORE_FAILED, "the store could not keep the event: " + e.getMessage());
    }
  }

  private boolean isBatchFullFor(byte[] event) {
    return openEvents >= config.maxBatchEvents()
        || openBytes + event.length + SEPARATOR > config.maxBatchBytes();
  }

  private boolean hasRoomFor(byte[] event) {
    StoreSize size = shelf.size();
    int newBatch = openEvents == 0 ? 1 : 0;
    return size.events() < config.maxEvents()
        && size.bytes() + event.length <= config.maxBytes()
        && size.batches() + newBatch <= config.maxBatches();
  }

  /** Drops from the front; what is still open is closed first when nothing else is left. */
  private boolean makeRoomFor(byte[] event, List<Shelf.Dropped> dropped) throws IOException {
    while (config.whenFull().dropsOldest() && !hasRoomFor(event)) {
      Optional<Shelf.Dropped> victim = shelf.dropOldest("the queue was full: " + limits());
      if (victim.isEmpty() && openEvents > 0) {
        closeBatch();
        victim = shelf.dropOldest("the queue was full: " + limits());
      }
      if (victim.isEmpty()) {
        return false;
      }
      dropped.add(victim.get());
    }
    return hasRoomFor(event);
  }

  private Offer full() {
    return Offer.rejected(
        Rejection.FULL,
        "the queue is full, "
            + shelf.size()
            + " of "
            + limits()
            + "; whenFull: "
            + config.whenFull());
  }

  private String limits() {
    return StoreSize.of(config.maxEvents(), config.maxBytes(), config.maxBatches()).toString();
  }

  private EventId append(byte[] event) throws IOException {
    Instant now = clock.wall();
    EventId id = store.append(event, now);
    counters.accepted();
    openId = id.batch();
    openSince = openEvents == 0 ? now : openSince;
    openEvents++;
    openBytes += event.length + SEPARATOR;
    if (openEvents >= config.maxBatchEvents()) {
      closeFullBatch();
    } else if (openEvents == 1) {
      startInterval(config.flushInterval());
    }
    return id;
  }

  /** The event is in, whatever becomes of this: the interval tries it again. */
  private void closeFullBatch() {
    try {
      closeBatch();
    } catch (IOException e) {
      startInterval(config.flushInterval());
    }
  }

  private void startInterval(Duration after) {
    stopInterval();
    interval = clock.at(clock.now().plus(after), this::intervalOver);
  }

  private void stopInterval() {
    TimeSource.Timer timer = interval;
    interval = null;
    if (timer != null) {
      timer.cancel();
    }
  }

  private void intervalOver() {
    if (closeOpenBatch()) {
      events.batchClosed();
    }
  }

  /** Closes the open batch, if there is one; a failure is told and tried again. */
  private boolean closeOpenBatch() {
    long before;
    IOException failure;
    synchronized (this) {
      before = lastClosed;
      failure = tryClosing();
    }
    tellUnclosed(failure);
    return failure == null && lastClosed() != before;
  }

  private synchronized long lastClosed() {
    return lastClosed;
  }

  private @Nullable IOException tryClosing() {
    try {
      closeBatch();
      return null;
    } catch (IOException e) {
      if (!closed) {
        startInterval(config.flushInterval());
      }
      return e;
    }
  }

  private void tellUnclosed(@Nullable IOException failure) {
    if (failure != null) {
      events.trouble("the open batch could not be closed; it is tried again", failure);
    }
  }

  private void closeBatch() throws IOException {
    if (openEvents == 0) {
      return;
    }
    Optional<BatchInfo> info = store.closeBatch();
    openEvents = 0;
    openBytes = 0;
    openSince = null;
    stopInterval();
    if (info.isPresent()) {
      lastClosed = info.get().id();
    }
  }

  private Offer durable(Offer answer) {
    EventId id = answer.id().orElse(null);
    if (id == null) {
      return answer;
    }
    try {
      store.force(id);
    } catch (IOException e) {
      events.trouble("event " + id + " is accepted, but may not survive a crash", e);
    }
    return answer;
  }

  /** Something has left: whoever waits for room may look again. */
  void signalRoom() {
    List<CompletableFuture<Void>> all;
    synchronized (this) {
      all = List.copyOf(blocked);
      blocked.clear();
    }
    all.forEach(room -> room.complete(null));
  }

  /** Present when there is no use in trying again. */
  private Optional<Offer> waitForRoom(CompletableFuture<Void> room, Instant patience) {
    TimeSource.Timer timer = clock.at(patience, () -> room.complete(null));
    try {
      room.get();
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(
          Offer.rejected(Rejection.INTERRUPTED, "interrupted while waiting for room"));
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing fails here", e);
    } finally {
      timer.cancel();
      forget(room);
    }
  }

  private synchronized void forget(CompletableFuture<Void> room) {
    blocked.removeIf(other -> other == room);
  }

  /** Closes the open batch, and waits until all events that are there now have left. */
  FlushWaiter flush(Instant deadline) {
    IOException failure;
    FlushWaiter waiter;
    synchronized (this) {
      failure = tryClosing();
      waiter = shelf.await(openEvents > 0 ? openId : lastClosed, deadline);
    }
    tellUnclosed(failure);
    return waiter;
  }

  /** When the first event of the open batch came, by the wall clock; null when there is none. */
  synchronized @Nullable Instant openSince() {
    return openSince;
  }

  /** Accepts nothing from now on. Waits for nobody, not even for a store that hangs. */
  void refuse() {
    closed = true;
  }

  /** After {@link #refuse}: whoever waits for room is told so. */
  void close() {
    synchronized (this) {
      stopInterval();
    }
    signalRoom();
  }
}
