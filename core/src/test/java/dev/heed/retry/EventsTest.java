package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.GuardEvent;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.StateChange;
import dev.heed.observe.WaitedBecause;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class EventsTest extends EngineFixture {

  private final List<String> events = new ArrayList<>();
  private final List<CallInfo> calls = new ArrayList<>();

  /** Notes each event in a line. */
  private final class Noting implements CallListener {

    @Override
    public void callStarted(CallInfo call) {
      calls.add(call);
      events.add("call started");
    }

    @Override
    public void attemptStarted(CallInfo call, int number) {
      calls.add(call);
      events.add("attempt " + number + " started");
    }

    @Override
    public void attemptEnded(CallInfo call, AttemptReport attempt) {
      events.add("attempt ended " + attempt);
    }

    @Override
    public void retryDecided(CallInfo call, AttemptReport attempt, RetryDecision decision) {
      events.add("decided " + decision.again());
    }

    @Override
    public void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {
      events.add("wait " + decision.waitTime());
    }

    @Override
    public void guardWaitStarted(CallInfo call, GuardEvent event) {
      calls.add(call);
      events.add("held: " + event);
    }

    @Override
    public void guardRefused(CallInfo call, GuardEvent event) {
      calls.add(call);
      events.add("refused: " + event);
    }

    @Override
    public void stateChanged(StateChange change) {
      events.add("state: " + change);
    }

    @Override
    public void callEnded(CallInfo call, CallReport report) {
      calls.add(call);
      events.add("call ended " + report.sends());
    }
  }

  @Test
  @Tag("V1")
  void everyStepIsAnEventInOrder() throws Exception {
    plan.listener(new Noting());
    script(Step.reply(503, "2"), Step.failure(new IOException("reset")), Step.reply(200));

    call();

    assertThat(events)
        .containsExactly(
            "call started",
            "attempt 1 started",
            "attempt ended #1 503 (again in 2 s: 503, asked by Retry-After: 2 (2 s))",
            "decided true",
            "wait PT2S",
            "attempt 2 started",
            "attempt ended #2 IOException (again in 2 s: the attempt failed)",
            "decided true",
            "wait PT2S",
            "attempt 3 started",
            "attempt ended #3 200",
            "call ended 3");
  }

  @Test
  @Tag("V1")
  void whatGuardsDoIsAnEventToo() {
    plan.listener(new Noting())
        .perAttempt(
            new TestGuard(time).holds(seconds(1)).permits().refuses("it is open", seconds(7)));
    script(Step.reply(503, "2"));

    failure();

    assertThat(events)
        .containsExactly(
            "call started",
            "held: test of https://api.example.com, again in 1 s: held by the test of"
                + " https://api.example.com",
            "attempt 1 started",
            "attempt ended #1 503 (again in 2 s: 503, asked by Retry-After: 2 (2 s))",
            "decided true",
            "wait PT2S",
            "refused: test of https://api.example.com, refused: by the test of"
                + " https://api.example.com: it is open (again in 7 s)",
            "call ended 1");
    assertThat(calls.stream().distinct()).hasSize(1);
  }

  @Test
  @Tag("V1")
  void aGuardEventHasItsParts() {
    List<GuardEvent> told = new ArrayList<>();
    plan.perCall(new TestGuard(time).holds(seconds(1)).refuses("no"))
        .listener(
            new CallListener() {
              @Override
              public void guardWaitStarted(CallInfo call, GuardEvent event) {
                told.add(event);
              }

              @Override
              public void guardRefused(CallInfo call, GuardEvent event) {
                told.add(event);
              }
            });

    failure();

    assertThat(told).hasSize(2).allMatch(event -> event.guard().equals("test"));
    assertThat(told).allMatch(event -> event.partition().equals("https://api.example.com"));
    assertThat(told.get(0).time()).contains(seconds(1));
    assertThat(told.get(0).decision().again()).isTrue();
    assertThat(told.get(1).time()).isEmpty();
    assertThat(told.get(1).decision().again()).isFalse();
  }

  @Test
  @Tag("V1")
  void aChangeOfStateIsAnEventOfThePlan() throws Exception {
    List<StateChange> told = new ArrayList<>();
    plan.listener(new Noting())
        .listener(
            new CallListener() {
              @Override
              public void stateChanged(StateChange change) {
                told.add(change);
              }
            })
        .cooldown(c -> c.spread(seconds(0)));
    script(Step.reply(503, "2"), Step.reply(200));

    call();

    assertThat(events)
        .contains(
            "state: test: cooldown of https://api.example.com: free -> paused",
            "state: test: cooldown of https://api.example.com: paused -> free");
    assertThat(told).extracting(StateChange::to).containsExactly("paused", "free");
    assertThat(told).extracting(StateChange::from).containsExactly("free", "paused");
    assertThat(told).allMatch(change -> change.plan().equals("test"));
    assertThat(told).allMatch(change -> change.guard().equals("cooldown"));
    assertThat(told).allMatch(change -> change.partition().equals("https://api.example.com"));
  }

  @Test
  @Tag("V1")
  void aNoIsDecidedToo() throws Exception {
    plan.listener(new Noting());
    script(Step.reply(404));

    call();

    assertThat(events).contains("decided false");
  }

  @Test
  @Tag("V1")
  void allEventsOfACallCarryTheSameObject() throws Exception {
    plan.listener(new Noting());
    script(Step.reply(503), Step.reply(200));

    call();

    assertThat(calls).hasSize(4);
    assertThat(calls.stream().distinct()).hasSize(1);
    assertThat(calls.get(0).plan()).isEqualTo("test");
    assertThat(calls.get(0).request()).isSameAs(exchange);
  }

  @Test
  @Tag("V1")
  @Tag("R12")
  void aListenerThatThrowsHurtsNothing() throws Exception {
    for (Throwable bug : new Throwable[] {new IllegalStateException("bug"), new Error("bug")}) {
      plan.listener(new Throwing(bug));
    }
    plan.listener(new Noting()).cooldown().perCall(new TestGuard(time).holds(seconds(1)));
    script(Step.reply(503, "1"), Step.reply(200));

    assertThat(call().status()).isEqualTo(200);
    assertThat(events).startsWith("call started").endsWith("call ended 2");
  }

  private record Throwing(Throwable bug) implements CallListener {

    private void raise() {
      if (bug instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) bug;
    }

    @Override
    public void callStarted(CallInfo call) {
      raise();
    }

    @Override
    public void attemptStarted(CallInfo call, int number) {
      raise();
    }

    @Override
    public void attemptEnded(CallInfo call, AttemptReport attempt) {
      raise();
    }

    @Override
    public void retryDecided(CallInfo call, AttemptReport attempt, RetryDecision decision) {
      raise();
    }

    @Override
    public void waitStarted(CallInfo call, AttemptReport attempt, RetryDecision decision) {
      raise();
    }

    @Override
    public void guardWaitStarted(CallInfo call, GuardEvent event) {
      raise();
    }

    @Override
    public void guardRefused(CallInfo call, GuardEvent event) {
      raise();
    }

    @Override
    public void stateChanged(StateChange change) {
      raise();
    }

    @Override
    public void callEnded(CallInfo call, CallReport report) {
      raise();
    }
  }

  @Test
  @Tag("V3")
  void noReportIsKeptUnlessAskedFor() throws Exception {
    script(Step.reply(503), Step.reply(200));

    Reply reply = call();

    assertThat(CallReport.find(reply)).isEmpty();
    assertThatThrownBy(() -> CallReport.of(reply))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "no report was kept for this Reply: build the plan with reports(true), or the request"
                + " with report(true)");
  }

  @Test
  @Tag("V3")
  void aPlanMayAskForReports() throws Exception {
    plan.reports(true);
    script(Step.reply(503, "2").after(seconds(1)), Step.reply(200).after(seconds(0.5)));

    CallReport report = CallReport.of(call());

    assertThat(report.sends()).isEqualTo(2);
    assertThat(report.total()).isEqualTo(seconds(3.5));
    assertThat(report.waited()).isEqualTo(seconds(2));
    assertThat(report.delivered()).isTrue();
    assertThat(report.status()).hasValue(200);
    assertThat(report.gaveUpBecause()).isEmpty();
    assertThat(report.attempts())
        .extracting(AttemptReport::started)
        .containsExactly(Duration.ZERO, seconds(3));
    assertThat(report.attempts())
        .extracting(AttemptReport::duration)
        .containsExactly(seconds(1), seconds(0.5));
  }

  @Test
  @Tag("V3")
  void anAttemptBeginsAfterTheCallRing() throws Exception {
    plan.reports(true)
        .perCall(dev.heed.stage.Stage.of("slow", request -> time.advance(seconds(4))));

    AttemptReport attempt = CallReport.of(call()).attempts().get(0);

    assertThat(attempt.started()).isEqualTo(seconds(4));
    assertThat(attempt.duration()).isZero();
  }

  @Test
  @Tag("V3")
  void aRequestMayAskForItsReport() throws Exception {
    Reply reply = call(CallOptions.builder().report(true).build());

    assertThat(CallReport.of(reply).sends()).isEqualTo(1);
  }

  @Test
  @Tag("V3")
  void anAttemptThatAStageAnswersIsNoSend() throws Exception {
    plan.reports(true)
        .perAttempt(
            Stage.of(
                "switch",
                request -> {
                  if (request.attempt() == 1) {
                    request.answer(503, Map.of(), new byte[0]);
                  }
                }));

    CallReport report = CallReport.of(call());

    assertThat(report.attempts()).extracting(AttemptReport::sent).containsExactly(false, true);
    assertThat(report.sends()).isEqualTo(1);
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("V3")
  void anAttemptWhoseStageFailsIsNoSend() {
    plan.perAttempt(Stage.of("broken", request -> request.setHeader("no header name", "x")));

    CallReport report = CallReport.of(failure());

    assertThat(report.attempts()).hasSize(1);
    assertThat(report.sends()).isZero();
  }

  @Test
  @Tag("V3")
  void anAttemptThatIsCutOnTheWireIsASend() {
    plan.callTimeout(seconds(2));
    script(Step.silence());

    assertThat(CallReport.of(failure()).sends()).isEqualTo(1);
  }

  @Test
  @Tag("V3")
  void theReportHoldsEveryReason() throws Exception {
    plan.reports(true);
    script(Step.reply(503, "2"), Step.reply(503), Step.reply(429, "99"));

    CallReport report = CallReport.of(call());

    AttemptReport first = report.attempts().get(0);
    assertThat(first.asked().orElseThrow().header()).isEqualTo("Retry-After");
    assertThat(first.asked().orElseThrow().value()).isEqualTo("2");
    assertThat(first.asked().orElseThrow().duration()).isEqualTo(seconds(2));
    assertThat(first.decision().orElseThrow().waitedBecause()).contains(WaitedBecause.HINT);
    AttemptReport second = report.attempts().get(1);
    assertThat(second.asked()).isEmpty();
    assertThat(second.decision().orElseThrow().waitedBecause()).contains(WaitedBecause.BACKOFF);
    AttemptReport last = report.attempts().get(2);
    assertThat(last.asked().orElseThrow().duration()).isEqualTo(seconds(99));
    assertThat(last.decision().orElseThrow().again()).isFalse();
  }

  @Test
  @Tag("V3")
  void aFailureAlwaysCarriesItsAttempts() {
    script(Step.reply(503), Step.failure(new IllegalStateException("bug")));

    Throwable raised = failure();

    assertThat(CallReport.of(raised).attempts()).hasSize(2);
    assertThat(CallReport.of(new ExecutionException(new CompletionException(raised))).sends())
        .isEqualTo(2);
    assertThat(CallReport.of(raised).failure()).contains(raised);
    assertThat(CallReport.of(raised).delivered()).isFalse();
    assertThat(CallReport.of(raised).status()).isEmpty();
  }

  @Test
  @Tag("R7")
  void theReasonForAFailureThatIsNotRetriedStaysWithTheLastAttempt() {
    script(Step.reply(503), Step.failure(new IllegalStateException("bug")));

    CallReport report = CallReport.of(failure());

    assertThat(report.explanation()).isEqualTo("the caller's own code failed");
    assertThat(report.toString())
        .isEqualTo(
            "test: GET https://api.example.com/v1/things?... failed, 2 sends in 1 s; gave up:"
                + " not-retryable, the caller's own code failed");
  }
}
