package dev.heed.verify.simulation;

import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.time.TimeSource.Timer;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.Done;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A GET on a host without a wire: what an adapter does, with the clock in place of a network. */
final class SimulatedCall implements AsyncExchange<Answer>, RequestHead {

  private static final URI PLACE = URI.create("https://api.example.com/things");
  private static final byte[] NO_BODY = {};

  private final Simulation.Wire wire;

  SimulatedCall(Simulation.Wire wire) {
    this.wire = wire;
  }

  @Override
  public Running start(Outgoing outgoing, Gate gate, Done<Answer> done) {
    Answer answer = wire.send(outgoing.number());
    Timer arrival = wire.after(answer.after(), () -> arrived(answer, gate, done));
    return () -> {
      arrival.cancel();
      done.done(null, new CancellationException("cancelled on the wire"));
    };
  }

  private void arrived(Answer answer, Gate gate, Done<Answer> done) {
    wire.arrived(answer);
    done.done(gate.keep(head(answer)) ? answer : null, null);
  }

  @Override
  public ResponseHead head(Answer answer) {
    return ResponseHead.of(answer.status(), answer.fields());
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
    return PLACE;
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
    return NO_BODY;
  }

  @Override
  public FailureKind classify(Throwable failure) {
    return failure instanceof CancellationException ? FailureKind.CANCELLED : FailureKind.TRANSPORT;
  }

  @Override
  public boolean bodyRestartable() {
    return true;
  }

  @Override
  public void discard(Answer response) {
    // Nothing is held.
  }

  @Override
  public Answer answer(int status, Map<String, List<String>> headers, byte[] body) {
    return new Answer(status, headers, 0);
  }
}
