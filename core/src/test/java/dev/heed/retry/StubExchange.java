package dev.heed.retry;

import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.testing.VirtualTime;
import dev.heed.time.TimeSource.Timer;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.BlockingExchange;
import dev.heed.transport.BodyTooLargeException;
import dev.heed.transport.Done;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A call on a host that plays a script, one step for each send; the last step is repeated. Serves
 * both drivers.
 */
public final class StubExchange
    implements BlockingExchange<Reply>, AsyncExchange<Reply>, RequestHead {

  final List<Sent> sends = new CopyOnWriteArrayList<>();
  final List<URI> places = new CopyOnWriteArrayList<>();
  final List<Reply> discarded = new CopyOnWriteArrayList<>();
  final AtomicInteger gateAsked = new AtomicInteger();
  final AtomicInteger gateDropped = new AtomicInteger();
  final AtomicInteger cancels = new AtomicInteger();
  final AtomicInteger buffers = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();
  String method = "GET";
  Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  Replayability replayability = Replayability.REPLAYABLE;
  String body = "";
  URI uri = URI.create("https://api.example.com/v1/things?key=secret");
  boolean restartable = true;
  boolean asksLate;
  boolean completesLater;
  int besidesLeft = Integer.MAX_VALUE;
  CompletableFuture<Void> bodyArrives = CompletableFuture.completedFuture(null);

  private final VirtualTime time;
  private final Queue<Step> script;
  private boolean kept;
  private boolean consumed;

  public StubExchange(VirtualTime time, Step... script) {
    this.time = time;
    this.script = new ArrayDeque<>(List.of(script));
  }

  /** What was sent so far. */
  public List<Sent> sends() {
    return sends;
  }

  /** The same to another place. */
  public StubExchange to(String place) {
    uri = URI.create(place);
    return this;
  }

  /** The same with a header of the caller's own. */
  public StubExchange header(String name, String value) {
    headers.put(name, List.of(value));
    return this;
  }

  @Override
  public AsyncExchange<Reply> beside() {
    if (besidesLeft-- == 0) {
      throw new IllegalStateException("only once");
    }
    return this;
  }

  @Override
  public RequestHead request() {
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public URI uri() {
    return uri;
  }

  @Override
  public Map<String, List<String>> headers() {
    return headers;
  }

  @Override
  public Replayability replayability() {
    return replayability;
  }

  @Override
  public CompletionStage<Integer> buffer(int limit) {
    buffers.incrementAndGet();
    return bodyArrives.thenApply(
        arrived -> {
          int size = body.length();
          if (size > limit) {
            throw new CompletionException(
                new BodyTooLargeException(
                    "the body exceeds " + limit + " bytes; " + BodyTooLargeException.WAYS_OUT));
          }
          kept = true;
          return size;
        });
  }

  @Override
  public byte[] bodyBytes() {
    return replayability == Replayability.ONE_SHOT && !kept
        ? null
        : body.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public ResponseHead head(Reply response) {
    return ResponseHead.of(response.status(), response.headers());
  }

  @Override
  public boolean bodyRestartable() {
    return restartable;
  }

  @Override
  public void ended() {
    ended.incrementAndGet();
  }

  @Override
  public void discard(Reply response) {
    discarded.add(response);
  }

  @Override
  public Reply answer(int status, Map<String, List<String>> headers, byte[] body) {
    return new Reply(status, headers, new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public FailureKind classify(Throwable failure) {
    if (failure instanceof CompletionException && failure.getCause() != null) {
      return classify(failure.getCause());
    }
    if (failure instanceof InterruptedException) {
      return FailureKind.INTERRUPTED;
    }
    if (failure instanceof CancellationException) {
      return FailureKind.CANCELLED;
    }
    if (failure instanceof BodyTooLargeException) {
      return FailureKind.BODY;
    }
    if (failure instanceof HttpTimeoutException) {
      return FailureKind.TIMED_OUT;
    }
    if (failure instanceof ConnectException) {
      return FailureKind.NOT_PROCESSED;
    }
    if (failure.getCause() instanceof CertificateException) {
      return FailureKind.CERTIFICATE;
    }
    return failure instanceof IOException ? FailureKind.TRANSPORT : FailureKind.CALLER;
  }

  private synchronized Step record(Outgoing outgoing) {
    Map<String, List<String>> seen =
        outgoing.edits() == null ? headers : outgoing.edits().applyTo(headers);
    places.add(outgoing.uri() == null ? uri : outgoing.uri());
    sends.add(
        new Sent(
            outgoing.number(),
            seen,
            bodyOnTheWire(),
            time.elapsed(),
            Duration.ofNanos(outgoing.limit()),
            outgoing.retryable()));
    return script.size() > 1 ? script.remove() : script.peek();
  }

  /** A one-shot body that nobody kept is empty from the second time on, as with a real stream. */
  private String bodyOnTheWire() {
    boolean empty = replayability == Replayability.ONE_SHOT && !kept && consumed;
    consumed = true;
    return empty ? "" : body;
  }

  private boolean passes(Gate gate, Step step) {
    gateAsked.incrementAndGet();
    boolean keep = gate.keep(ResponseHead.of(step.status, step.headers));
    if (!keep) {
      gateDropped.incrementAndGet();
    }
    return keep;
  }

  private Reply replyOf(Step step) {
    return new Reply(step.status, step.headers, "reply " + sends.size());
  }

  @Override
  public Reply send(Outgoing outgoing, Gate gate) throws IOException, InterruptedException {
    Step step = record(outgoing);
    long started = time.nanoTime();
    long delay = step.delay.toNanos();
    if (outgoing.limit() > 0 && delay >= outgoing.limit()) {
      time.sleepUntil(started + outgoing.limit());
      throw new HttpTimeoutException("request timed out");
    }
    time.sleepUntil(started + delay);
    raise(step.failure);
    if (!asksLate && !passes(gate, step)) {
      return null;
    }
    raise(step.bodyFailure);
    return replyOf(step);
  }

  private static void raise(Throwable failure) throws IOException, InterruptedException {
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (failure != null) {
      throw (IOException) failure;
    }
  }

  @Override
  public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
    Step step = record(outgoing);
    if (step.delay.isZero() && !completesLater) {
      finish(step, gate, done);
      return cancels::incrementAndGet;
    }
    Timer timer =
        time.schedule(time.nanoTime() + step.delay.toNanos(), () -> finish(step, gate, done));
    return () -> {
      cancels.incrementAndGet();
      if (!step.ignoresCancel) {
        timer.cancel();
        done.done(null, new CancellationException("cancelled on the wire"));
      }
    };
  }

  private void finish(Step step, Gate gate, Done<Reply> done) {
    if (step.failure != null) {
      done.done(null, step.failure);
      return;
    }
    if (!asksLate && !passes(gate, step)) {
      done.done(null, null);
      return;
    }
    if (step.bodyFailure != null) {
      done.done(null, step.bodyFailure);
      return;
    }
    done.done(replyOf(step), null);
  }
}
