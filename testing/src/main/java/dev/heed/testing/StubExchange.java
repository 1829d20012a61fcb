package dev.heed.testing;

import dev.heed.jdk.HeedRequest;
import dev.heed.time.TimeSource;
import java.io.EOFException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One send through a stub client: reads the request's body, asks the script, and gives the reply to
 * the caller's body handler when its time has come. All waiting is done by timers of the time
 * source.
 */
final class StubExchange<T> {

  /** What has been reached. */
  private enum Phase {
    NO_HEAD,
    BODY,
    ENDED
  }

  private final Backstage stub;
  private final HttpRequest request;
  private final BodyHandler<T> handler;
  private final Upload upload;
  private final Pump pump;
  private final CompletableFuture<HttpResponse<T>> result = new StubFuture<>(this::abandon);
  private volatile TimeSource.@Nullable Timer limit;
  private final List<TimeSource.Timer> timers = new ArrayList<>();
  private Phase phase = Phase.NO_HEAD;
  private boolean bodyComplete;
  private @Nullable RecordedRequest recorded;
  private @Nullable StubBody body;

  StubExchange(Backstage stub, HttpRequest request, BodyHandler<T> handler) {
    this.stub = stub;
    this.request = request;
    this.handler = handler;
    this.upload = new Upload(request.bodyPublisher().orElse(null));
    this.pump = new Pump(stub.time(), this.toString());
  }

  TimeSource time() {
    return stub.time();
  }

  CompletableFuture<HttpResponse<T>> result() {
    return result;
  }

  /**
   * Begins.
   *
   * @param executor goes on once the body of the request has been read
   */
  void start(Executor executor) {
    stub.enter(this);
    watchResult();
    request.timeout().ifPresent(this::limit);
    watchUpload(executor);
    upload.start();
  }

  private void watchResult() {
    var unused =
        result.whenComplete(
            (response, failure) -> {
              stub.leave(this);
              pump.changed();
            });
  }

  private void watchUpload(Executor executor) {
    var unused =
        upload
            .bytes()
            .whenComplete((bytes, failure) -> executor.execute(() -> uploaded(bytes, failure)));
  }

  /** As long as the JDK's: up to the head. */
  private void limit(Duration timeout) {
    limit =
        schedule(
            time().nanoTime() + TimeUnit.NANOSECONDS.convert(timeout),
            "the time limit",
            () -> {
              if (enter(Phase.NO_HEAD, Phase.ENDED)) {
                giveUp(new HttpTimeoutException("request timed out"));
              }
            });
  }

  private void dropLimit() {
    TimeSource.Timer current = limit;
    if (current != null) {
      current.cancel();
    }
  }

  private void uploaded(byte @Nullable [] bytes, @Nullable Throwable failure) {
    if (isEnded()) {
      return;
    }
    if (bytes == null) {
      end(failure == null ? new IOException("no body") : failure);
      return;
    }
    try {
      reply(receive(bytes));
    } catch (RuntimeException | Error e) {
      // The test's own mistake: no retry may hide it.
      end(e);
    }
  }

  private Script.Answer receive(byte[] bytes) {
    Incoming incoming = new Incoming(request.method(), request.uri(), request.headers(), bytes);
    int attempt = HeedRequest.attemptOf(request).orElse(0);
    int subscriptions = stub.countSubscription(request.bodyPublisher().orElse(null));
    return stub.receive(before -> stub.arrivals().arrive(before, incoming, attempt, subscriptions));
  }

  private void reply(Script.Answer answer) {
    synchronized (this) {
      recorded = answer.request();
    }
    Reply reply = answer.reply();
    Duration delay = reply.pace().delay();
    if (delay.isZero()) {
      head(reply);
    } else {
      onTime(
          time().nanoTime() + TimeUnit.NANOSECONDS.convert(delay), "the reply", () -> head(reply));
    }
  }

  private void head(Reply reply) {
    switch (reply.ending().hasHead() ? Ending.Kind.WHOLE : reply.ending().kind()) {
      case STALL -> stalls();
      case RESET -> end(StubBody.reset());
      case CUT ->
          end(
              new IOException(
                  "the connection was closed before the head", new EOFException("no bytes")));
      case FAIL -> end(made(reply.ending().failure()));
      default -> handle(reply);
    }
  }

  private static Throwable made(@Nullable Supplier<? extends Throwable> failure) {
    Throwable made = failure == null ? null : failure.get();
    return made == null
        ? new NullPointerException("the supplier of Reply.fail gave nothing")
        : made;
  }

  private void handle(Reply reply) {
    if (!enter(Phase.NO_HEAD, Phase.BODY)) {
      return;
    }
    dropLimit();
    StubResponse<Object> head = StubResponse.of(request, reply, "");
    BodySubscriber<T> subscriber;
    try {
      subscriber = handler.apply(new Head(head.statusCode(), head.headers()));
      if (subscriber == null) {
        throw new NullPointerException("the body handler gave no subscriber");
      }
    } catch (RuntimeException | Error e) {
      end(new IOException("the body handler failed: " + e, e));
      return;
    }
    StubBody flow = new StubBody(this, subscriber, reply, !request.method().equals("HEAD"));
    synchronized (this) {
      body = flow;
    }
    var unused =
        subscriber.getBody().whenComplete((value, failure) -> delivered(reply, value, failure));
    flow.begin();
    if (isEnded()) {
      // Given up in the meantime.
      flow.fail(givenUp());
    }
  }

  private void delivered(Reply reply, T value, @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(StubResponse.of(request, reply, value));
      return;
    }
    Throwable cause = unwrapped(failure);
    end(cause instanceof IOException ? cause : new IOException(cause));
  }

  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  private record Head(int statusCode, HttpHeaders headers) implements ResponseInfo {

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  /** Runs the next step of the reply once the clock is there. */
  void onTime(long due, String what, Runnable step) {
    pump.waitsForTime(true);
    var unused =
        schedule(
            due,
            what,
            () -> {
              pump.waitsForTime(false);
              step.run();
            });
  }

  private TimeSource.Timer schedule(long due, String what, Runnable step) {
    TimeSource.Timer timer = time().schedule(due, new Step(what + " of " + this, step));
    boolean live;
    synchronized (this) {
      live = phase != Phase.ENDED;
      if (live) {
        timers.add(timer);
      }
    }
    if (!live) {
      timer.cancel();
    }
    return timer;
  }

  /** A timer that says what it is for. */
  private record Step(String what, Runnable task) implements Runnable {

    @Override
    public void run() {
      task.run();
    }

    @Override
    public String toString() {
      return what;
    }
  }

  /** Nothing more will come. */
  void stalls() {
    pump.waitsForTime(true);
  }

  void bodyIsComplete() {
    synchronized (this) {
      bodyComplete = true;
    }
  }

  /** The subscriber wants no more of the body, also when the call has its result already. */
  void bodyCancelled() {
    giveUp(new IOException("the body was cancelled by its subscriber"));
  }

  /** Where the clock moves by itself, moves it for a reader of a streamed body. */
  void moveClockForReader() {
    if (result.isDone()) {
      pump.moveClock();
    }
  }

  /** The caller has cancelled, or the client was shut down. */
  void abandon() {
    if (!isEnded()) {
      giveUp(givenUp());
    }
  }

  private static IOException givenUp() {
    return new IOException("the caller has given up");
  }

  private void giveUp(Throwable reason) {
    RecordedRequest given;
    StubBody flow;
    synchronized (this) {
      given = bodyComplete ? null : recorded;
      flow = body;
    }
    if (given != null) {
      given.abandon();
    }
    upload.stop();
    end(reason);
    if (flow != null) {
      flow.fail(reason);
    }
  }

  /** Ends the exchange with a failure, unless it has a result. */
  void end(Throwable failure) {
    List<TimeSource.Timer> pending;
    synchronized (this) {
      phase = Phase.ENDED;
      pending = List.copyOf(timers);
      timers.clear();
    }
    pending.forEach(TimeSource.Timer::cancel);
    result.completeExceptionally(failure);
  }

  private synchronized boolean enter(Phase from, Phase to) {
    if (phase != from) {
      return false;
    }
    phase = to;
    return true;
  }

  private synchronized boolean isEnded() {
    return phase == Phase.ENDED;
  }

  /** Waits for the result on the calling thread, as {@code send} does. */
  HttpResponse<T> await() throws IOException, InterruptedException {
    pump.blocks(Thread.currentThread());
    try {
      pump.await(result::isDone);
    } catch (InterruptedException | AssertionError e) {
      abandon();
      throw e;
    }
    try {
      return result.join();
    } catch (CompletionException e) {
      throw declared(unwrapped(e));
    }
  }

  private static IOException declared(Throwable failure) throws InterruptedException {
    if (failure instanceof InterruptedException interrupt) {
      throw interrupt;
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof IOException io ? io : new IOException(failure);
  }

  @Override
  public String toString() {
    return request.method() + " " + request.uri();
  }
}
