package dev.heed.delivery;

import dev.heed.delivery.machine.DeliveryMachine;
import dev.heed.delivery.machine.DeliveryState;
import dev.heed.delivery.machine.Gate;
import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.StoredBatch;
import dev.heed.delivery.store.StoredEvent;
import dev.heed.delivery.upload.UploadBatch;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The loop that sends batches: it asks the machine what may be sent, sends it, tells the machine
 * the answer, and does what the machine says. One upload is in flight at a time. When nothing may
 * be sent it sets its own timer, so that a retry needs no new event and no flush.
 *
 * <p>All of it runs on one {@link Serial}, whose tasks follow each other, so that nothing here has
 * a lock; only what others read is volatile.
 */
final class Uploads {

  private final Serial serial;
  private final QueueClock clock;
  private final Shelf shelf;
  private final Transfer transfer;
  private final Answers answers;
  private final StateKeeper keeper;
  private final Telling telling;
  private final Counters counters;
  private final int maxBackingOff;
  private DeliveryMachine machine;
  private volatile boolean paused;
  private boolean stopped;
  private int storeFailures;
  private @Nullable Upload inFlight;
  private @Nullable Future<?> sent;
  private TimeSource.@Nullable Timer wake;
  private @Nullable FlushWaiter closing;

  Uploads(Parts parts, DeliveryMachine machine) {
    serial = parts.serial();
    clock = parts.clock();
    shelf = parts.shelf();
    transfer = parts.transfer();
    answers = parts.answers();
    keeper = parts.keeper();
    telling = parts.telling();
    counters = parts.counters();
    maxBackingOff = parts.config().maxBackingOff();
    this.machine = machine;
  }

  /** Something may have changed: a batch was closed, a time has come. From any thread. */
  void look() {
    serial.execute(this::advance);
  }

  /** Other settings from the next upload on. From any thread. */
  void use(DeliveryMachine other) {
    unlessStopped(
        () -> {
          machine = other;
          keeper.set(other.bounded(keeper.state(), clock.now()));
          advance();
        });
  }

  /** No upload is begun until {@link #resume}. From any thread. */
  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
    look();
  }

  boolean isPaused() {
    return paused;
  }

  /** Ends all waits. From any thread. */
  void retryNow() {
    unlessStopped(
        () -> {
          keeper.set(keeper.state().resumed());
          advance();
        });
  }

  /** A batch has left in another way. From any thread. */
  void forget(long batch) {
    unlessStopped(() -> keeper.set(keeper.state().without(batch)));
  }

  private void unlessStopped(Runnable task) {
    serial.execute(
        () -> {
          if (!stopped) {
            task.run();
          }
        });
  }

  /** From now on it is not worth waiting longer than this. From any thread. */
  void close(FlushWaiter waiter) {
    serial.execute(
        () -> {
          closing = waiter;
          advance();
        });
  }

  /** Stops everything. To be run as a task of the serial. */
  void stop() {
    stopped = true;
    cancelWake();
    Future<?> running = sent;
    if (running != null) {
      running.cancel(true);
    }
    keeper.save();
  }

  private void advance() {
    if (stopped || inFlight != null) {
      return;
    }
    cancelWake();
    if (paused) {
      giveUpClosing();
      return;
    }
    DeliveryMachine snapshot = machine;
    try {
      Instant again = sendNext(snapshot);
      storeFailures = 0;
      if (again != null) {
        waitUntil(again);
      }
    } catch (IOException | RuntimeException e) {
      // Without a time to look again, a fault of a store would be the end of the uploads.
      telling.trouble("the store cannot be read; it is tried again", e);
      waitUntil(clock.now().plus(snapshot.waitAfter(++storeFailures, clock.chance())));
    }
  }

  /** Sends the first batch that may be sent, and gives null; or says when to look again. */
  private @Nullable Instant sendNext(DeliveryMachine snapshot) throws IOException {
    List<BatchInfo> oldest = shelf.oldest(maxBackingOff);
    keeper.retain(oldest);
    Instant earliest = null;
    for (BatchInfo info : oldest) {
      Gate gate = snapshot.gate(keeper.state(), clock.now(), info.id());
      if (gate.kind() == Gate.Kind.SEND) {
        if (!send(snapshot, info.id())) {
          look();
        }
        return null;
      }
      Instant until = gate.askAgain().orElseThrow();
      if (gate.kind() == Gate.Kind.HOLD_ALL) {
        return until;
      }
      earliest = earliest == null || until.isBefore(earliest) ? until : earliest;
    }
    return earliest;
  }

  /** False when there was nothing to send in it. */
  private boolean send(DeliveryMachine snapshot, long id) {
    StoredBatch stored;
    try {
      stored = shelf.claim(id);
    } catch (IOException e) {
      telling.trouble("batch " + id + " cannot be read; it is tried again", e);
      return setAside(snapshot, id, "batch " + id + " cannot be read");
    }
    List<EventOutcome> unreadable = Outcomes.unreadable(stored);
    if (!unreadable.isEmpty()) {
      EventOutcome first = unreadable.get(0);
      telling.dropped(id, unreadable.size(), first.reason().orElseThrow(), first.why());
      shelf.settle(unreadable);
    }
    List<StoredEvent> events = stored.events();
    if (events.isEmpty()) {
      return setAside(snapshot, id, "batch " + id + " has no events");
    }
    keeper.set(snapshot.sending(keeper.state(), id));
    List<StoredEvent> part = events.subList(0, Math.min(limit(id), events.size()));
    UploadBatch batch = UploadBatch.of(id, part, keeper.state().attempts(id), clock.wall());
    begin(
        new Upload(batch, part.size() < events.size(), snapshot, clock.now(), transfer.handler()));
    return true;
  }

  /** Where the batch is gone, this is forgotten with the next look. */
  private boolean setAside(DeliveryMachine snapshot, long id, String why) {
    shelf.release();
    keeper.set(snapshot.kept(keeper.state(), clock.now(), id, clock.chance(), why).state());
    return false;
  }

  private int limit(long id) {
    int learned = keeper.state().limit(id);
    return Math.min(transfer.maxEvents(), learned == 0 ? Integer.MAX_VALUE : learned);
  }

  private void begin(Upload upload) {
    counters.upload();
    inFlight = upload;
    var response = transfer.send(upload.batch(), upload.answer());
    sent = response;
    var unused =
        response.whenComplete((answer, failure) -> serial.execute(() -> ended(upload, failure)));
  }

  private void ended(Upload upload, @Nullable Throwable failure) {
    if (stopped || !upload.equals(inFlight)) {
      return;
    }
    inFlight = null;
    sent = null;
    keeper.set(after(upload, failure));
    shelf.release();
    advance();
  }

  /** Whatever goes wrong here, the batch waits: a fault must not become a loop of uploads. */
  private DeliveryState after(Upload upload, @Nullable Throwable failure) {
    try {
      return answers.settle(upload, keeper.state(), failure);
    } catch (RuntimeException | Error e) {
      String why = "the answer to batch " + upload.id() + " could not be dealt with";
      telling.trouble(why + "; it is sent again later", e);
      DeliveryMachine snapshot = upload.machine();
      return snapshot.kept(keeper.state(), clock.now(), upload.id(), clock.chance(), why).state();
    }
  }

  private void waitUntil(Instant until) {
    FlushWaiter waiter = closing;
    if (waiter != null && until.isAfter(waiter.deadline())) {
      giveUpClosing();
    } else {
      wake = clock.at(until, this::look);
    }
  }

  /** Nothing can be sent in the time that is left. */
  private void giveUpClosing() {
    FlushWaiter waiter = closing;
    if (waiter != null) {
      shelf.expire(waiter);
    }
  }

  private void cancelWake() {
    TimeSource.Timer timer = wake;
    wake = null;
    if (timer != null) {
      timer.cancel();
    }
  }
}
