package dev.heed.retry;

import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.Done;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A host whose gate and end are in the hands of the test. */
class ManualExchange implements AsyncExchange<Reply>, RequestHead {

  final AtomicInteger starts = new AtomicInteger();
  final AtomicInteger cancels = new AtomicInteger();
  final AtomicInteger discards = new AtomicInteger();
  Gate gate;
  Done<Reply> done;

  boolean askGate(int status) {
    return gate.keep(ResponseHead.of(status, Map.of()));
  }

  static Reply reply(int status) {
    return new Reply(status, Map.of(), "");
  }

  @Override
  public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
    starts.incrementAndGet();
    this.gate = gate;
    this.done = done;
    return cancels::incrementAndGet;
  }

  @Override
  public RequestHead request() {
    return this;
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public URI uri() {
    return URI.create("https://api.example.com/");
  }

  @Override
  public Map<String, List<String>> headers() {
    return Map.of();
  }

  @Override
  public Replayability replayability() {
    return Replayability.REPLAYABLE;
  }

  @Override
  public CompletionStage<Integer> buffer(int limit) {
    return CompletableFuture.completedFuture(0);
  }

  @Override
  public byte[] bodyBytes() {
    return null;
  }

  @Override
  public ResponseHead head(Reply response) {
    return ResponseHead.of(response.status(), response.headers());
  }

  @Override
  public FailureKind classify(Throwable failure) {
    return failure instanceof java.util.concurrent.CancellationException
        ? FailureKind.CANCELLED
        : FailureKind.TRANSPORT;
  }

  @Override
  public boolean bodyRestartable() {
    return true;
  }

  @Override
  public void discard(Reply response) {
    discards.incrementAndGet();
  }

  @Override
  public Reply answer(int status, Map<String, List<String>> headers, byte[] body) {
    return reply(status);
  }
}
