package dev.heed.delivery;

import dev.heed.delivery.machine.DeliveryMachine;
import dev.heed.delivery.machine.MachineSettings;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchStore;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The inside of a queue: its parts, and how it ends. */
final class Works {

  private final String name;
  private final Parts parts;
  private final BatchStore store;
  private final Intake intake;
  private final Uploads uploads;
  private final Outlet outlet;
  private final boolean reauthenticates;
  private boolean ended;

  /** Ends the client, when no upload is in flight any more. */
  interface Outlet {
    void shut();
  }

  Works(String name, Parts parts, Ends ends, Uploads uploads, boolean reauthenticates) {
    this.name = name;
    this.parts = parts;
    this.store = ends.store();
    this.intake = ends.intake();
    this.outlet = ends.outlet();
    this.uploads = uploads;
    this.reauthenticates = reauthenticates;
  }

  /** Where events come in, where they are kept, and where they go out. */
  record Ends(BatchStore store, Intake intake, Outlet outlet) {}

  String name() {
    return name;
  }

  Intake intake() {
    return intake;
  }

  Uploads uploads() {
    return uploads;
  }

  Counters counters() {
    return parts.counters();
  }

  StateKeeper keeper() {
    return parts.keeper();
  }

  Shelf shelf() {
    return parts.shelf();
  }

  QueueClock clock() {
    return parts.clock();
  }

  void update(HttpConfig http) {
    parts.telling().adjusted(http);
    uploads.use(machine(http, parts.config(), reauthenticates));
  }

  static DeliveryMachine machine(HttpConfig http, DeliveryConfig config, boolean reauthenticates) {
    return new DeliveryMachine(
        new MachineSettings(
            http,
            config.limitRetries(),
            config.backOffOnBare429(),
            reauthenticates,
            config.splitTooLarge()));
  }

  FlushWaiter flush(Duration timeout) {
    return flush(clock().now().plus(timeout));
  }

  private FlushWaiter flush(Instant deadline) {
    FlushWaiter waiter = intake.flush(deadline);
    uploads.look();
    if (!waiter.future().isDone()) {
      var timer = clock().at(deadline, () -> shelf().expire(waiter));
      var unused = waiter.future().whenComplete((report, failure) -> timer.cancel());
    }
    return waiter;
  }

  /**
   * Ends in time although a store may hang while it writes, or a listener while it is told: nothing
   * here waits for one of their locks, and a timer of its own gives the answer if they do.
   */
  CompletableFuture<FlushReport> close(Duration timeout, Duration grace) {
    intake.refuse();
    Instant deadline = clock().now().plus(timeout);
    CompletableFuture<FlushReport> end = new CompletableFuture<>();
    var last = clock().at(deadline.plus(grace), () -> end.complete(remaining()));
    clock()
        .execute(
            () -> {
              intake.close();
              FlushWaiter waiter = flush(deadline);
              uploads.close(waiter);
              var unused = waiter.future().thenAccept(report -> end(report, last, end));
            });
    return end;
  }

  private void end(
      FlushReport report, TimeSource.Timer last, CompletableFuture<FlushReport> ended) {
    parts
        .serial()
        .execute(
            () -> {
              end(report);
              last.cancel();
              ended.complete(afterEnd(report));
            });
  }

  /** Of a store that keeps nothing, what was pending is dropped by now. */
  private FlushReport afterEnd(FlushReport report) {
    return store.isDurable()
        ? report
        : new FlushReport(report.delivered(), report.dropped() + report.pending(), 0);
  }

  /** What is known without waiting for anything. */
  FlushReport remaining() {
    return new FlushReport(0, 0, shelf().size().events());
  }

  /** Ends at once. */
  void stop() {
    parts.serial().execute(() -> end(remaining()));
  }

  /** To be run as a task of the serial. */
  private void end(FlushReport report) {
    if (ended) {
      return;
    }
    ended = true;
    uploads.stop();
    outlet.shut();
    try {
      if (!store.isDurable()) {
        long pending = report.pending();
        String events = pending == 1 ? " event" : " events";
        shelf().dropAll("the queue was closed with " + pending + events + " pending");
      }
      shelf().expireAll();
      store.close();
    } catch (IOException e) {
      parts.telling().trouble("the store could not be closed", e);
    }
  }
}
