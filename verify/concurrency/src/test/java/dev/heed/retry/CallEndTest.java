package dev.heed.retry;

import static dev.heed.verify.concurrency.Interleavings.check;
import static dev.heed.verify.concurrency.Interleavings.explore;
import static dev.heed.verify.concurrency.Interleavings.finds;
import static dev.heed.verify.concurrency.Interleavings.together;

import dev.heed.Heed;
import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Opened;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.Done;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import dev.heed.verify.concurrency.StillTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G4")
@Tag("O4")
final class CallEndTest {

  private static final Counting GUARD = new Counting();
  private static final Heed PLAN =
      Heed.builder("test").time(new StillTime()).perCall(GUARD).perAttempt(GUARD).build();

  /** The answer of the host and the cancel of the caller come at the same time. */
  private static void answerAndCancel(Runnable extra) {
    GUARD.given.set(0);
    GUARD.back.set(0);
    Host host = new Host();
    CompletableFuture<Integer> call = PLAN.engine().start(host, CallOptions.none());
    together(host::answer, () -> call.cancel(true), extra);
    check(call.isDone(), "the call did not end");
    check(GUARD.given.get() == 2, "admitted " + GUARD.given + " times");
    check(GUARD.back.get() == 2, "settled " + GUARD.back + " of 2");
    check(host.ended.get() == 1, "the host was told of the end " + host.ended + " times");
  }

  @Test
  void whateverComesFirstEachPermitIsSettledOnce() {
    explore(() -> answerAndCancel(() -> {}));
  }

  @Test
  void aThirdPartyThatSettlesIsFound() {
    finds("settled 3 of 2", () -> answerAndCancel(() -> GUARD.settle(Opened.ENDING)));
  }

  /** Admits, and counts what it gets back. */
  private static final class Counting extends Permit implements Guard, GuardFamily {

    final AtomicInteger given = new AtomicInteger();
    final AtomicInteger back = new AtomicInteger();

    @Override
    public Admission admit(Asker asker) {
      given.incrementAndGet();
      return this;
    }

    @Override
    public void settle(Ending ending) {
      back.incrementAndGet();
    }

    @Override
    public GuardFamily family() {
      return this;
    }

    @Override
    public Guard open(Partition partition) {
      return this;
    }

    @Override
    public GuardKind kind() {
      return GuardKind.OTHER;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String state() {
      return given + " given, " + back + " back";
    }
  }

  /** A host whose answer is in the hands of the test. */
  private static final class Host implements AsyncExchange<Integer> {

    final AtomicInteger ended = new AtomicInteger();
    private Gate gate;
    private Done<Integer> done;

    void answer() {
      boolean kept = gate.keep(ResponseHead.of(200, Map.of()));
      done.done(kept ? 200 : null, null);
    }

    @Override
    public Running start(Outgoing outgoing, Gate asked, Done<Integer> told) {
      gate = asked;
      done = told;
      return () -> {};
    }

    @Override
    public RequestHead request() {
      return Opened.head("one");
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
      return new byte[0];
    }

    @Override
    public ResponseHead head(Integer response) {
      return ResponseHead.of(response, Map.of());
    }

    @Override
    public FailureKind classify(Throwable failure) {
      return failure instanceof CancellationException
          ? FailureKind.CANCELLED
          : FailureKind.TRANSPORT;
    }

    @Override
    public boolean bodyRestartable() {
      return true;
    }

    @Override
    public void ended() {
      ended.incrementAndGet();
    }

    @Override
    public void discard(Integer response) {}

    @Override
    public Integer answer(int status, Map<String, List<String>> headers, byte[] body) {
      return status;
    }
  }
}
