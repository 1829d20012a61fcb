package dev.heed.retry;

import dev.heed.observe.CallLog;
import dev.heed.observe.Redaction;
import dev.heed.stage.ContextHook;
import dev.heed.transport.AsyncExchange;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The driver that holds no thread: a call goes on where something ends, and what it waits for is a
 * {@link Pending}. Woken calls run on the executor of the time source. Where the plan has stages,
 * so does what follows an attempt, since hosts report on threads of theirs or on the common pool.
 *
 * <p>Attempts that end before their start returns are followed up in a loop, not by recursion.
 */
sealed class AsyncCall<R> extends Call<R> permits HedgedCall, HedgeBranch {

  /** A piece of progress; null when the call has ended or is waiting. */
  @FunctionalInterface
  interface Step {
    @Nullable Directive run() throws Throwable;
  }

  final AsyncExchange<R> transport;
  private final CallFuture<R> future = new CallFuture<>(this::stop);
  private final ContextHook.@Nullable Snapshot context;
  private volatile boolean stopped;
  private volatile @Nullable Pending pending;
  private @Nullable R response;

  AsyncCall(EngineSettings settings, CallOptions options, AsyncExchange<R> exchange) {
    super(settings, options, exchange);
    this.transport = exchange;
    this.context = settings.context == null ? null : settings.context.capture();
  }

  AsyncCall(AsyncCall<R> whole, AsyncExchange<R> exchange, Guarded guarded) {
    super(whole, exchange, guarded);
    this.transport = exchange;
    this.context = whole.context;
  }

  final CompletableFuture<R> start() {
    started();
    advance(this::enter);
    return future;
  }

  private @Nullable Directive enter() throws Throwable {
    Directive barred = admit(true);
    if (barred instanceof Directive.Hold hold) {
      return waitUntil(hold.until(), this::enter);
    }
    return barred == null ? callRing(beginCallRing()) : barred;
  }

  final void advance(Step step) {
    try {
      Directive next = step.run();
      while (next != null) {
        next = follow(next);
      }
    } catch (Throwable e) {
      end(null, raised(e));
    }
  }

  /** Goes on after something has ended on a thread that is not ours. */
  final void resume(Step step) {
    if (hasStages()) {
      settings.time.executor().execute(() -> inContext(step));
    } else {
      inContext(step);
    }
  }

  final void inContext(Step step) {
    if (context == null) {
      advance(step);
      return;
    }
    AtomicBoolean begun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (begun.compareAndSet(false, true)) {
            advance(step);
          }
        };
    try {
      context.run(once);
    } catch (Throwable e) {
      CallLog.callbackFailed("context hook", e);
    }
    // A hook that did not run its task must not leave the call hanging.
    once.run();
  }

  private @Nullable Directive callRing(@Nullable RingRun ring) throws Throwable {
    CompletableFuture<?> stage = ring == null ? null : ring.advance();
    if (stage != null) {
      return waitFor(stage, () -> callRing(ring), AsyncCall::limitPassed);
    }
    EditableRequest.Answer given = callAnswer();
    if (given != null) {
      status = given.status;
      return end(exchange.answer(given.status, given.headers, given.body), null);
    }
    return proceed();
  }

  /** The call ring is through. */
  @Nullable Directive proceed() throws Throwable {
    CompletableFuture<?> body = keepBody();
    return body == null
        ? RetryMachine.begin()
        : waitFor(body, () -> bodyKept(body), AsyncCall::limitPassed);
  }

  private static @Nullable Directive limitPassed() throws Exception {
    throw new CallLimits.LimitPassed();
  }

  private Directive bodyKept(CompletableFuture<?> body) throws Throwable {
    try {
      body.join();
    } catch (CompletionException e) {
      throw StageFailure.unwrapped(e);
    }
    return RetryMachine.begin();
  }

  private @Nullable Directive follow(Directive directive) throws Throwable {
    if (stopped) {
      if (directive instanceof Directive.Deliver && response != null) {
        // It came just before the cancel, and nobody will read it.
        SafeCalls.discard(exchange, response);
      }
      return cancelled();
    }
    if (directive instanceof Directive.Wait wait) {
      return waitUntil(wait.until(), () -> machine().onWaited());
    }
    if (directive instanceof Directive.Hold hold) {
      return waitUntil(hold.until(), this::attempt);
    }
    if (directive instanceof Directive.Deliver) {
      return end(response, null);
    }
    if (directive instanceof Directive.Fail) {
      return end(null, lastFailure());
    }
    if (directive instanceof Directive.Drop) {
      return end(null, null);
    }
    if (directive instanceof Directive.Refresh) {
      CompletableFuture<?> refreshed = refresh();
      return waitFor(refreshed, () -> afterRefresh(refreshed), AsyncCall::limitPassed);
    }
    return attempt();
  }

  private @Nullable Directive afterRefresh(CompletableFuture<?> refreshed) {
    try {
      refreshed.join();
    } catch (RuntimeException e) {
      return end(null, refreshFailed(e));
    }
    return machine().onRefreshed();
  }

  private @Nullable Directive waitUntil(long until, Step then) throws Throwable {
    if (until - settings.time.nanoTime() <= 0) {
      return then.run();
    }
    Wake wake = new Wake(until, then);
    if (awaiting(wake)) {
      wake.schedule();
    }
    return null;
  }

  final @Nullable Directive attempt() {
    response = null;
    Directive barred = admit(false);
    return barred == null ? attemptRing(beginAttempt()) : barred;
  }

  private @Nullable Directive attemptRing(@Nullable RingRun ring) {
    CompletableFuture<?> stage;
    try {
      stage = ring == null ? null : ring.advance();
    } catch (StageFailure e) {
      return attemptEnded(null, e);
    }
    if (stage != null) {
      return waitFor(
          stage, () -> attemptRing(ring), () -> attemptEnded(null, new CallLimits.LimitPassed()));
    }
    EditableRequest.Answer given = attemptAnswer();
    return given == null ? send() : answerAttempt(given);
  }

  private Directive answerAttempt(EditableRequest.Answer given) {
    try {
      response = answerOf(given);
      return attemptEnded(response, null);
    } catch (Exception e) {
      return attemptEnded(null, e);
    }
  }

  private @Nullable Directive send() {
    AsyncAttempt<R> attempt = new AsyncAttempt<>(this, transport);
    return awaiting(attempt) ? attempt.launch(outgoing()) : null;
  }

  /** Suspends the call until the future completes or the time limit passes. */
  private @Nullable Directive waitFor(CompletableFuture<?> other, Step then, Step onLimit) {
    Suspended suspended = new Suspended(onLimit);
    if (!awaiting(suspended)) {
      return null;
    }
    suspended.limit(timeLeft());
    // The next step asks the future itself how it ended.
    var unused =
        other.whenCompleteAsync((value, failure) -> suspended.over(then), settings.time.executor());
    return null;
  }

  /** Publishes what is waited for; false when the caller has cancelled and the call has ended. */
  final boolean awaiting(Pending next) {
    pending = next;
    // A cancel sets its mark before it looks for something pending, and we look in the opposite
    // order: one of the two sees the other.
    if (stopped && next.take()) {
      cancelled();
      return false;
    }
    return true;
  }

  /** The caller has ended the future. */
  final void stop() {
    stopped = true;
    Pending current = pending;
    if (current != null) {
      current.takeOver(
          () -> {
            current.abandon();
            resume(this::cancelled);
          });
    }
  }

  @Nullable Directive cancelled() {
    return end(null, new CancellationException("cancelled by the caller"));
  }

  @Nullable Directive end(@Nullable R result, @Nullable Throwable failure) {
    finish(result, failure);
    if (failure != null) {
      future.fail(failure);
    } else if (result != null && !future.succeed(result)) {
      SafeCalls.discard(exchange, result);
    }
    return null;
  }

  /** An attempt was over before its start returned: its thread goes on, and nobody else does. */
  Directive endedInStart(@Nullable R result, @Nullable Throwable failure) {
    response = result;
    return attemptEnded(result, failure);
  }

  /** An attempt is over on a thread that is not ours. */
  void ended(@Nullable R result, @Nullable Throwable failure) {
    resume(() -> endedInStart(result, failure));
  }

  /** For a person who looks at what is pending. */
  @Override
  public String toString() {
    return plan() + ": " + request().method() + ' ' + Redaction.place(request().uri());
  }

  /** A wait for an instant. */
  private final class Wake extends Pending implements Runnable {

    private static final long serialVersionUID = 1;

    private final long until;
    private final transient Step then;

    Wake(long until, Step then) {
      this.until = until;
      this.then = then;
    }

    void schedule() {
      keepTimer(settings.time.schedule(until, this));
    }

    @Override
    public void run() {
      if (until - settings.time.nanoTime() > 0) {
        // Woken early: a timer may be, a send may not.
        schedule();
        return;
      }
      takeOver(() -> inContext(then));
    }

    /** Names the timer. */
    @Override
    public String toString() {
      return "the wait before another attempt, " + AsyncCall.this;
    }
  }

  /** A wait for a stage, a body or new credentials. */
  private final class Suspended extends Pending implements Runnable {

    private static final long serialVersionUID = 1;

    private final transient Step onLimit;

    Suspended(Step onLimit) {
      this.onLimit = onLimit;
    }

    void limit(long nanos) {
      if (nanos > 0) {
        keepTimer(settings.time.scheduleLimit(settings.time.nanoTime() + nanos, this));
      }
    }

    /** The time limit has passed. */
    @Override
    public void run() {
      takeOver(() -> inContext(onLimit));
    }

    void over(Step then) {
      takeOver(
          () -> {
            abandon();
            inContext(then);
          });
    }

    /** Names the timer of the limit. */
    @Override
    public String toString() {
      return "the limit of a stage, " + AsyncCall.this;
    }
  }
}
