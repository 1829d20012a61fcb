package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.Guards;
import dev.heed.observe.CallListener;
import dev.heed.observe.StateChange;
import dev.heed.retry.CallOptions;
import dev.heed.retry.Driver;
import dev.heed.retry.Jitter;
import dev.heed.retry.RefusedException;
import dev.heed.retry.Reply;
import dev.heed.retry.Step;
import dev.heed.retry.StubExchange;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G8")
final class ReplacementTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final VirtualTime time = new VirtualTime();
  private final List<String> told = new ArrayList<>();

  private ClientSettings client(Consumer<Heed.Builder> settings) {
    return ClientSettings.builder()
        .defaults(plan -> plan.time(time).retry(r -> r.jitter(Jitter.NONE)))
        .client("a", settings)
        .build();
  }

  private HeedRegistry registry(Consumer<Heed.Builder> settings) {
    return HeedRegistry.of(client(settings)).listener(change -> told.add(change.toString()));
  }

  private CompletableFuture<Reply> start(Heed plan, Step... script) {
    return plan.engine().start(new StubExchange(time, script), CallOptions.none());
  }

  private int sendsOf(Heed plan) throws Exception {
    StubExchange exchange = new StubExchange(time, Step.reply(503));
    Driver.BLOCKING.run(plan, exchange);
    return exchange.sends().size();
  }

  @Test
  void newCallsUseTheNewSettingsAndRunningCallsFinishOnTheirs() throws Exception {
    HeedRegistry registry = registry(plan -> plan.retry(r -> r.maxRetries(2)));
    Heed plan = registry.plan("a");
    StubExchange running = new StubExchange(time, Step.reply(503, "5"));
    CompletableFuture<Reply> future = plan.engine().start(running, CallOptions.none());

    registry.replace(client(next -> next.retry(r -> r.maxRetries(0))));

    assertThat(sendsOf(plan)).isEqualTo(1);
    time.advanceUntil(future::isDone);
    assertThat(running.sends()).hasSize(3);
    assertThat(plan.describe().worstCaseSends()).contains(1);
    assertThat(registry.plan("a")).isSameAs(plan);
  }

  @Test
  void anInvalidReplacementIsRefusedAndLaterOnesStillWork() throws Exception {
    HeedRegistry registry = registry(plan -> plan.retry(r -> r.maxRetries(2)));
    Heed plan = registry.plan("a");

    assertThatThrownBy(() -> registry.replace(client(next -> next.retry(r -> r.maxRetries(-1)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("plan a cannot be built: maxRetries must not be negative: -1");
    assertThat(sendsOf(plan)).isEqualTo(3);
    assertThat(told).isEmpty();

    registry.replace(client(next -> next.retry(r -> r.maxRetries(1))));
    assertThat(sendsOf(plan)).isEqualTo(2);
  }

  @Test
  void allClientsFollowOrNone() throws Exception {
    HeedRegistry registry = registry(plan -> plan.retry(r -> r.maxRetries(2)));
    Heed plan = registry.plan("a");
    ClientSettings oneIsWrong =
        ClientSettings.builder()
            .client("a", next -> next.time(time).retry(r -> r.maxRetries(0)))
            .client("b", next -> next.callTimeout(Duration.ZERO))
            .build();

    assertThatThrownBy(() -> registry.replace(oneIsWrong)).hasMessageStartingWith("plan b cannot");
    assertThat(sendsOf(plan)).isEqualTo(3);
    assertThat(registry.clients()).containsExactly("a");
  }

  @Test
  void aClientMayComeAndOneThatNobodyUsesMayGo() {
    HeedRegistry registry = registry(plan -> {});
    registry.replace(ClientSettings.builder().client("b").build());
    assertThat(registry.clients()).containsExactly("b");
    assertThat(registry.plan("b").name()).isEqualTo("b");
  }

  @Test
  void aClientInUseMustStillBeNamed() {
    HeedRegistry registry = registry(plan -> {});
    Heed plan = registry.plan("a");
    assertThatThrownBy(() -> registry.replace(ClientSettings.builder().client("b").build()))
        .hasMessage("client 'a' is in use and must still be named, if only to take the defaults");
    assertThat(registry.plan("a")).isSameAs(plan);
  }

  @Test
  void theTimeSourceStays() {
    HeedRegistry registry = registry(plan -> {});
    assertThatThrownBy(() -> registry.replace(client(next -> next.time(new VirtualTime()))))
        .hasMessage("plan a cannot be built: the time source of a client cannot be replaced");
  }

  @Test
  void theEffectiveDifferenceIsTold() {
    HeedRegistry registry =
        registry(plan -> plan.callTimeout(LONG).perCall(Stages.correlationId("X-A")));
    registry.replace(
        client(
            next ->
                next.retry(r -> r.maxRetries(1).jitter(Jitter.NONE))
                    .perCall(Stages.correlationId("X-B"))
                    .cooldown(c -> c.refuse())));

    assertThat(told)
        .containsExactly(
            "a: maxRetries: 3 -> 1, correlation id (X-B): off -> on, cooldown: off -> refuses"
                + " during a pause, pauses of at most 5 min, spread over 10 s, call timeout: 20 s"
                + " -> off, correlation id (X-A): on -> off");
  }

  @Test
  void anotherOrderOfTheSamePartsIsADifference() {
    HeedRegistry registry =
        registry(
            plan -> plan.perAttempt(Stages.traceParent()).perAttempt(Stages.bearer(() -> "T")));
    registry.replace(
        client(next -> next.perAttempt(Stages.bearer(() -> "T")).perAttempt(Stages.traceParent())));
    assertThat(told)
        .containsExactly(
            "a: order: call log, retry, traceparent, bearer token, attempt log -> call log, retry,"
                + " bearer token, traceparent, attempt log");
  }

  @Test
  void aReplacementTellsBothPlansAndEachDifference() {
    List<Replacement> replacements = new ArrayList<>();
    HeedRegistry registry = registry(plan -> {}).listener(replacements::add);
    registry.replace(client(next -> next.callTimeout(LONG)));

    assertThat(replacements).hasSize(1);
    Replacement replacement = replacements.get(0);
    assertThat(replacement.client()).isEqualTo("a");
    assertThat(replacement.before().callTimeout()).isEmpty();
    assertThat(replacement.after().callTimeout()).contains(LONG);
    Replacement.Difference difference = replacement.differences().get(0);
    assertThat(difference.setting()).isEqualTo("call timeout");
    assertThat(difference.before()).isEmpty();
    assertThat(difference.after()).contains("20 s");
  }

  @Test
  void nothingIsToldWhereNothingDiffers() {
    HeedRegistry registry = registry(plan -> plan.retry(r -> r.maxRetries(3)));
    registry.replace(client(next -> {}));
    assertThat(told).isEmpty();
  }

  @Test
  @Tag("R12")
  void aListenerThatFailsHurtsNothing() throws Exception {
    HeedRegistry registry = HeedRegistry.of(client(plan -> {}));
    registry.listener(
        change -> {
          throw new IllegalStateException("a listener's bug");
        });
    registry.listener(change -> told.add(change.client()));
    registry.replace(client(next -> next.retry(r -> r.maxRetries(1))));

    assertThat(told).containsExactly("a");
    assertThat(sendsOf(registry.plan("a"))).isEqualTo(2);
  }

  @Test
  void permitsOfRunningCallsCountForNewOnesToo() throws Exception {
    HeedRegistry registry = registry(plan -> plan.concurrencyLimit(1));
    Heed plan = registry.plan("a");
    CompletableFuture<Reply> running = start(plan, Step.reply(200).after(LONG));

    registry.replace(client(next -> next.concurrencyLimit(1).retry(r -> r.maxRetries(1))));
    assertThat(start(plan, Step.reply(200)))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(RefusedException.class);

    time.advanceUntil(running::isDone);
    assertThat(start(plan, Step.reply(200)).isDone()).isTrue();
    assertThat(plan.partitions())
        .hasToString("[https://api.example.com, concurrency limit: 0 of 1]");
  }

  @Test
  void theStateOfAGuardWhoseOwnSettingsChangeBeginsAnew() {
    HeedRegistry registry = registry(plan -> plan.concurrencyLimit(1));
    Heed plan = registry.plan("a");
    CompletableFuture<Reply> running = start(plan, Step.reply(200).after(LONG));

    registry.replace(client(next -> next.concurrencyLimit(2)));
    assertThat(start(plan, Step.reply(200))).isCompletedWithValueMatching(r -> r.status() == 200);
    time.advanceUntil(running::isDone);
    assertThat(plan.partitions())
        .hasToString("[https://api.example.com, concurrency limit: 0 of 2]");
  }

  @Test
  void aPauseOutlivesAReplacementOfOtherSettings() {
    HeedRegistry registry = registry(plan -> plan.cooldown(c -> c.refuse()));
    Heed plan = registry.plan("a");
    CompletableFuture<Reply> running = start(plan, Step.reply(429, "20"), Step.reply(200));

    registry.replace(client(next -> next.cooldown(c -> c.refuse()).callTimeout(LONG)));
    assertThat(start(plan, Step.reply(200)))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("cooldown");
    registry.replace(client(next -> next.callTimeout(LONG)));
    assertThat(start(plan, Step.reply(200))).isCompleted();
    running.cancel(true);
  }

  @Test
  void aBudgetThatIsSpentStaysSpent() throws Exception {
    Consumer<Heed.Builder> poor =
        plan -> plan.retryBudget(b -> b.ratio(0).perSecond(0).saved(2)).retry(r -> r.maxRetries(9));
    HeedRegistry registry = registry(poor);
    Heed plan = registry.plan("a");
    assertThat(sendsOf(plan)).isEqualTo(3);

    registry.replace(client(poor.andThen(next -> next.reports(true))));
    assertThat(sendsOf(plan)).isEqualTo(1);
  }

  @Test
  void changesOfAStateThatOutlivesAReplacementAreToldToTheNewListeners() {
    List<String> changes = new ArrayList<>();
    CallListener listener =
        new CallListener() {
          @Override
          public void stateChanged(StateChange change) {
            changes.add(change.toString());
          }
        };
    HeedRegistry registry = registry(plan -> plan.cooldown());
    Heed plan = registry.plan("a");
    assertThat(start(plan, Step.reply(200))).isCompleted();

    registry.replace(client(next -> next.cooldown().listener(listener)));
    CompletableFuture<Reply> paused = start(plan, Step.reply(429, "20"), Step.reply(200));
    assertThat(changes).containsExactly("a: cooldown of https://api.example.com: free -> paused");
    paused.cancel(true);
  }

  @Test
  void guardsOfOneRingAreNotTakenForThoseOfTheOther() {
    HeedRegistry registry = registry(plan -> plan.perCall(Guards.concurrencyLimit(1)));
    Heed plan = registry.plan("a");
    CompletableFuture<Reply> running = start(plan, Step.reply(200).after(LONG));
    registry.replace(client(next -> next.perAttempt(Guards.concurrencyLimit(1))));
    assertThat(start(plan, Step.reply(200))).isCompleted();
    running.cancel(true);
  }

  @Test
  void aRefreshOfCredentialsThatRunsServesNewCallsToo() {
    List<CompletableFuture<Void>> refreshes = new ArrayList<>();
    Consumer<Heed.Builder> refreshing =
        plan ->
            plan.reauthenticate(
                request -> {
                  refreshes.add(new CompletableFuture<>());
                  return refreshes.get(refreshes.size() - 1);
                });
    HeedRegistry registry = registry(refreshing);
    Heed plan = registry.plan("a");
    CompletableFuture<Reply> first = start(plan, Step.reply(401), Step.reply(200));
    registry.replace(client(refreshing.andThen(next -> next.reports(true))));
    CompletableFuture<Reply> second = start(plan, Step.reply(401), Step.reply(200));

    assertThat(refreshes).hasSize(1);
    refreshes.get(0).complete(null);
    time.advanceUntil(() -> first.isDone() && second.isDone());
    assertThat(second).isCompletedWithValueMatching(reply -> reply.status() == 200);
  }
}
