package dev.heed.segment;

import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.FlushReport;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.testing.RecordedRequest;
import dev.heed.testing.Reply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client on a virtual clock, and the service as a script. */
final class SegmentFixture implements DeliveryListener {

  static final String KEY = "key";
  static final Route UPLOADS = Route.post("/v1/batch");
  static final Duration DAY = Duration.ofDays(1);

  final VirtualTime time = new VirtualTime();
  final StubHttpClient service = new StubHttpClient(time);
  final List<EventOutcome> outcomes = new ArrayList<>();
  final List<String> troubles = new ArrayList<>();

  @Override
  public void settled(EventOutcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public void trouble(String what, Throwable failure) {
    troubles.add(what + ": " + failure.getMessage());
  }

  /** Without jitter, so that waits are exact. */
  static HttpConfig.Builder exact() {
    return HttpConfig.builder().backoff(backoff -> backoff.jitterPercent(0));
  }

  SegmentClientBuilder builder() {
    return SegmentClient.builder(KEY)
        .host(URI.create("https://api.example"))
        .httpConfig(exact().build())
        .client(service)
        .listener(this)
        .time(time);
  }

  static SegmentClient open(SegmentClientBuilder builder) {
    try {
      return builder.open();
    } catch (IOException e) {
      throw new AssertionError("a store in memory opens", e);
    }
  }

  SegmentClient open() {
    return open(builder());
  }

  SegmentFixture replies(Reply first, Reply... more) {
    service.on(UPLOADS, first, more);
    return this;
  }

  static TrackEvent event(String name) {
    return SegmentEvent.track(Identity.user("7"), name);
  }

  /** Offers one event, and sends until nothing is left. */
  FlushReport deliver(SegmentClient client) {
    var unused = client.offer(event("e"));
    return flush(client);
  }

  FlushReport flush(SegmentClient client) {
    return run(client.flushAsync(DAY));
  }

  FlushReport run(CompletableFuture<FlushReport> future) {
    time.advanceUntil(future::isDone);
    return future.join();
  }

  List<RecordedRequest> requests() {
    return service.requests();
  }

  List<String> headers(String name) {
    return requests().stream().map(request -> request.header(name).orElse("absent")).toList();
  }

  List<DropReason> reasons() {
    return outcomes.stream().flatMap(outcome -> outcome.reason().stream()).toList();
  }
}
