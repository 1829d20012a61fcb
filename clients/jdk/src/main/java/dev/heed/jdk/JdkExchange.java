package dev.heed.jdk;

import dev.heed.http.HeaderEdits;
import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.retry.CallOptions;
import dev.heed.time.TimeSource;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.BlockingExchange;
import dev.heed.transport.Done;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call on a JDK client, blocking or not. */
final class JdkExchange<T> extends OpenCall
    implements BlockingExchange<HttpResponse<T>>, AsyncExchange<HttpResponse<T>> {

  /** The rings take time between the caller's limit and ours; within this, they are the same. */
  private static final long SAME_LIMIT = 10_000_000;

  private final HeedHttpClient client;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final @Nullable PushPromiseHandler<T> promises;
  private @Nullable RequestHead head;
  private final CallOptions options;
  private final boolean restartable;
  private final @Nullable Supplier<? extends BodyPublisher> supplier;
  private final @Nullable BodyPublisher publisher;
  private byte @Nullable [] kept;
  private volatile @Nullable KeepBody keeping;
  private volatile @Nullable DecidingHandler<T> current;

  JdkExchange(
      HeedHttpClient client,
      HttpRequest given,
      BodyHandler<T> handler,
      @Nullable PushPromiseHandler<T> promises) {
    this.client = client;
    this.handler = handler;
    this.promises = promises;
    if (given instanceof HeedRequest own) {
      request = own.base();
      supplier = own.supplier();
      restartable = own.restartable();
      options = optionsOf(own.options(), request, promises);
    } else {
      request = given;
      supplier = null;
      restartable = false;
      options = optionsOf(CallOptions.none(), given, promises);
    }
    publisher = request.bodyPublisher().orElse(null);
  }

  /** The same call for one more attempt beside others: what is known of an attempt is its own. */
  private JdkExchange(JdkExchange<T> other) {
    client = other.client;
    request = other.request;
    handler = other.handler;
    promises = other.promises;
    options = other.options;
    restartable = other.restartable;
    supplier = other.supplier;
    publisher = other.publisher;
    kept = other.kept;
  }

  @Override
  public AsyncExchange<HttpResponse<T>> beside() {
    return new JdkExchange<>(this);
  }

  private static CallOptions optionsOf(
      CallOptions given, HttpRequest request, @Nullable PushPromiseHandler<?> promises) {
    Duration timeout = request.timeout().orElse(null);
    if (timeout == null && promises == null) {
      return given;
    }
    CallOptions.Builder options = given.toBuilder();
    if (timeout != null) {
      options.requestTimeout(timeout);
    }
    if (promises != null) {
      // What a discarded attempt has promised could not be taken back.
      options.maxRetries(0);
    }
    return options.build();
  }

  CallOptions options() {
    return options;
  }

  TimeSource time() {
    return client.time();
  }

  BodyHandler<T> handler() {
    return handler;
  }

  String method() {
    return request.method();
  }

  @Override
  public RequestHead request() {
    RequestHead made = head;
    if (made == null) {
      // Most calls are never asked; threads that make one each make the same.
      made = new JdkRequestHead(request);
      head = made;
    }
    return made;
  }

  @Override
  public Replayability replayability() {
    return supplier != null ? Replayability.SUPPLIED : Bodies.replayability(publisher);
  }

  @Override
  public CompletionStage<Integer> buffer(int limit) {
    if (publisher == null) {
      return CompletableFuture.completedFuture(0);
    }
    KeepBody reader = new KeepBody(publisher, limit);
    keeping = reader;
    // A publisher may read a stream while it is being subscribed, and the caller may be about to
    // fill that stream: a thread of the caller's would wait for itself.
    time().executor().execute(reader);
    return reader
        .bytes()
        .thenApply(
            bytes -> {
              kept = bytes;
              return bytes.length;
            });
  }

  @Override
  public byte @Nullable [] bodyBytes() {
    if (kept != null) {
      return kept;
    }
    if (supplier != null) {
      return null;
    }
    if (publisher == null) {
      return new byte[0];
    }
    return Bodies.isInMemory(publisher) ? Bodies.bytes(publisher) : null;
  }

  @Override
  public @Nullable HttpResponse<T> send(Outgoing outgoing, Gate gate)
      throws IOException, InterruptedException {
    DecidingHandler<T> deciding = new DecidingHandler<>(this, gate, outgoing.limit());
    try {
      HttpRequest attempt = attempt(outgoing, outgoing.limit(), deciding);
      HttpResponse<T> response = client.delegate().send(attempt, deciding);
      deciding.delivered();
      return deciding.discarded() ? null : response;
    } catch (Throwable e) {
      deciding.over();
      current = deciding;
      throw e;
    }
  }

  @Override
  public Running start(Outgoing outgoing, Gate gate, Done<HttpResponse<T>> done) {
    DecidingHandler<T> deciding = new DecidingHandler<>(this, gate, 0);
    current = deciding;
    HttpRequest attempt = attempt(outgoing, 0, deciding);
    CompletableFuture<HttpResponse<T>> sent =
        promises == null
            ? client.delegate().sendAsync(attempt, deciding)
            : client.delegate().sendAsync(attempt, deciding, promises);
    var unused =
        sent.whenComplete(
            (response, failure) ->
                done.done(
                    deciding.discarded() ? null : response,
                    failure == null ? null : Failures.unwrapped(failure)));
    // Only a cancel that may interrupt reaches the wire.
    return () -> sent.cancel(true);
  }

  /** The request of one attempt; the caller's own object where nothing about it changes. */
  private HttpRequest attempt(Outgoing outgoing, long headLimit, DecidingHandler<T> deciding) {
    HeaderEdits edits = outgoing.edits();
    boolean unchanged =
        edits == null
            && outgoing.uri() == null
            && !outgoing.retryable()
            && kept == null
            && supplier == null;
    if (unchanged && ownLimitServes(headLimit)) {
      return request;
    }
    HttpHeaders headers =
        edits == null
            ? request.headers()
            : HttpHeaders.of(edits.applyTo(request.headers().map()), (name, value) -> true);
    Duration limit = headLimit > 0 ? Duration.ofNanos(headLimit) : null;
    return new AttemptRequest(request, headers, body(deciding), limit, outgoing);
  }

  private boolean ownLimitServes(long headLimit) {
    return headLimit == 0
        || request
            .timeout()
            .map(own -> own.minusNanos(headLimit).compareTo(Duration.ofNanos(SAME_LIMIT)) < 0)
            .orElse(false);
  }

  private @Nullable BodyPublisher body(DecidingHandler<T> deciding) {
    if (kept != null) {
      return BodyPublishers.ofByteArray(kept);
    }
    BodyPublisher body = supplier == null ? publisher : supplied(supplier);
    if (body == null || Bodies.isInMemory(body)) {
      return body;
    }
    return new WatchedPublisher(body, deciding::publisherFailed);
  }

  private static BodyPublisher supplied(Supplier<? extends BodyPublisher> supplier) {
    return Objects.requireNonNull(supplier.get(), "the body supplier gave no body");
  }

  @Override
  public ResponseHead head(HttpResponse<T> response) {
    return ResponseHead.of(response);
  }

  @Override
  public FailureKind classify(Throwable raised) {
    Throwable failure = Failures.unwrapped(raised);
    DecidingHandler<T> deciding = current;
    return deciding == null ? Failures.kindOf(failure) : deciding.kindOf(failure);
  }

  @Override
  public boolean bodyRestartable() {
    DecidingHandler<T> deciding = current;
    return restartable || (deciding != null && deciding.startsFromNothing());
  }

  @Override
  public void ended() {
    KeepBody reader = keeping;
    if (reader != null) {
      reader.stop();
    }
    client.openCalls().leave(this);
  }

  @Override
  public void discard(HttpResponse<T> response) {
    if (response.body() instanceof AutoCloseable body) {
      try {
        body.close();
      } catch (Exception e) {
        System.getLogger("dev.heed.attempt")
            .log(System.Logger.Level.DEBUG, "a discarded response could not be closed", e);
      }
    }
  }

  @Override
  public HttpResponse<T> answer(int status, Map<String, List<String>> headers, byte[] body) {
    return LocalResponse.of(request, status, headers, body, handler);
  }
}
