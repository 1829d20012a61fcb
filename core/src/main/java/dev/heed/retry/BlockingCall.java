package dev.heed.retry;

import dev.heed.time.TimeSource.Timer;
import dev.heed.transport.BlockingExchange;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The driver that waits on the caller's thread. Everything that belongs to the call runs on that
 * thread, and no other thread is made.
 */
final class BlockingCall<R> extends Call<R> {

  private final BlockingExchange<R> transport;
  private @Nullable R response;

  BlockingCall(EngineSettings settings, CallOptions options, BlockingExchange<R> exchange) {
    super(settings, options, exchange);
    this.transport = exchange;
  }

  R run() throws IOException, InterruptedException {
    Throwable failure;
    try {
      failure = drive();
    } catch (Throwable e) {
      failure = raised(e);
    }
    R delivered = response;
    finish(delivered, failure);
    if (failure != null) {
      throw declared(failure);
    }
    return Objects.requireNonNull(delivered, "no response");
  }

  /** The failure that ended the call, as it is to be raised; null when it ends with a response. */
  private @Nullable Throwable drive() throws Throwable {
    started();
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException("interrupted before the request was sent");
    }
    if (awaitAdmission(true) != null) {
      return lastFailure();
    }
    prepare(beginCallRing());
    EditableRequest.Answer given = callAnswer();
    if (given != null) {
      status = given.status;
      response = exchange.answer(given.status, given.headers, given.body);
      return null;
    }
    awaitBody();
    Directive next = RetryMachine.begin();
    while (!(next instanceof Directive.Deliver)) {
      if (next instanceof Directive.Fail) {
        return lastFailure();
      }
      next = follow(next);
    }
    return null;
  }

  private Directive follow(Directive directive) throws Throwable {
    if (directive instanceof Directive.Wait wait) {
      settings.time.sleepUntil(wait.until());
      machine().onWaited();
      return attempt();
    }
    if (directive instanceof Directive.Refresh) {
      refreshCredentials();
      machine().onRefreshed();
      return attempt();
    }
    return attempt();
  }

  private void awaitBody() throws Throwable {
    try {
      await(keepBody());
    } catch (ExecutionException e) {
      throw StageFailure.unwrapped(e);
    }
  }

  private void refreshCredentials() throws Throwable {
    try {
      await(refresh());
    } catch (ExecutionException e) {
      throw refreshFailed(e);
    }
  }

  /** Asks the guards of a ring until they have admitted; what ends the call instead, or null. */
  private @Nullable Directive awaitAdmission(boolean perCall) throws InterruptedException {
    Directive barred = admit(perCall);
    while (barred instanceof Directive.Hold hold) {
      settings.time.sleepUntil(hold.until());
      barred = admit(perCall);
    }
    return barred;
  }

  private Directive attempt() throws InterruptedException {
    response = null;
    Directive barred = awaitAdmission(false);
    if (barred != null) {
      return barred;
    }
    Throwable failure = null;
    try {
      prepare(beginAttempt());
      EditableRequest.Answer given = attemptAnswer();
      response = given == null ? transport.send(outgoing(), this) : answerOf(given);
    } catch (Throwable e) {
      failure = e;
    }
    return attemptEnded(response, failure);
  }

  private void prepare(@Nullable RingRun ring) throws Exception {
    if (ring == null) {
      return;
    }
    for (CompletableFuture<?> f = ring.advance(); f != null; f = ring.advance()) {
      awaitStage(f);
    }
  }

  /** Waits for a stage; its failure is taken up by the ring, with the name of the stage. */
  private void awaitStage(CompletableFuture<?> stage) throws Exception {
    try {
      await(stage);
    } catch (ExecutionException e) {
      return;
    }
  }

  private void await(@Nullable CompletableFuture<?> future) throws Exception {
    if (future == null) {
      return;
    }
    long left = timeLeft();
    if (left == 0) {
      future.get();
      return;
    }
    // A wait with a limit of its own would read the system's clock behind the time source's back.
    CompletableFuture<Object> passed = new CompletableFuture<>();
    Timer limit =
        settings.time.scheduleLimit(settings.time.nanoTime() + left, () -> passed.complete(passed));
    try {
      CompletableFuture.anyOf(future, passed).get();
    } finally {
      limit.cancel();
    }
    if (!future.isDone()) {
      throw new CallLimits.LimitPassed();
    }
  }

  /** The failure as {@code send} may raise it; an interrupt also stays visible on the thread. */
  static IOException declared(Throwable failure) throws InterruptedException {
    if (failure instanceof InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw interrupted;
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof IOException io ? io : new IOException(failure);
  }
}
