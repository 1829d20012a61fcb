package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.Guards;
import dev.heed.guard.Partitions;
import dev.heed.http.RequestHead;
import dev.heed.retry.EndpointGroup;
import dev.heed.retry.Endpoints;
import dev.heed.retry.RetryMethods;
import dev.heed.retry.Step;
import dev.heed.retry.StubExchange;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C3")
final class LintTest {

  /** The warnings of a plan that is fine but for this. */
  private static List<String> warnings(Consumer<Heed.Builder> change) {
    Heed.Builder plan = Heed.builder("acme").callTimeout(Duration.ofMinutes(2));
    change.accept(plan);
    return plan.build().describe().warnings();
  }

  @Test
  void aPlanInWhichAllIsWellHasNoWarnings() {
    assertThat(
            warnings(
                plan ->
                    plan.concurrencyLimit(1000)
                        .retryBudget()
                        .cooldown()
                        .retry(r -> r.methods(RetryMethods.all()))
                        .perCall(Stages.idempotencyKey())
                        .perCall(Stages.correlationId("X-Request-Id"))
                        .perAttempt(Stages.bearer(() -> "T"))
                        .perAttempt(Stages.signer(request -> {}))
                        .perAttempt(Stages.attemptNumber("X-Retry-Count"))
                        .attemptTimeout(Duration.ofSeconds(10))))
        .isEmpty();
  }

  @Test
  void theLongestDelayShouldFitTheCall() {
    assertThat(warnings(plan -> plan.retry(r -> r.maxDelay(Duration.ofMinutes(3)))))
        .containsExactly(
            "RetryPolicy.maxDelay 3 min is above Heed.callTimeout 2 min: the longest hints can"
                + " never be waited for");
  }

  @Test
  @Tag("T5")
  void aCallShouldHaveALimit() {
    assertThat(Heed.builder("acme").build().describe().warnings())
        .containsExactly(
            "no call timeout: a call may wait up to 1 min 30 s between its sends; set"
                + " Heed.callTimeout");
  }

  @Test
  void unsafeMethodsShouldHaveAKey() {
    assertThat(warnings(plan -> plan.retry(r -> r.methods(RetryMethods.all()))))
        .containsExactly(
            "RetryPolicy.methods has POST and PATCH sent again without an idempotency key: what"
                + " the server did may be done twice; add perCall(Stages.idempotencyKey())");
    assertThat(warnings(plan -> plan.retry(r -> r.methods(RetryMethods.of("GET", "PATCH")))))
        .singleElement()
        .asString()
        .startsWith("RetryPolicy.methods has PATCH sent again");
  }

  @Test
  void whereNothingIsRetriedNoKeyIsNeeded() {
    assertThat(warnings(plan -> plan.retry(r -> r.methods(RetryMethods.all()).maxRetries(0))))
        .isEmpty();
    assertThat(warnings(plan -> plan.retry(r -> r.methods(RetryMethods.idempotent())))).isEmpty();
  }

  @Test
  void anIdempotencyKeyBelongsToTheCall() {
    assertThat(warnings(plan -> plan.perAttempt(Stages.idempotencyKey())))
        .containsExactly(
            "the stage 'idempotency key' stands in the attempt ring: each attempt gets a key of"
                + " its own, so the server cannot tell a retry from a new call; register it with"
                + " perCall");
  }

  @Test
  void aTokenAndASignatureBelongToTheAttempt() {
    assertThat(
            warnings(
                plan ->
                    plan.perCall(Stages.bearer(() -> "T")).perCall(Stages.signer(request -> {}))))
        .containsExactly(
            "the stage 'bearer token' stands in the call ring: after a wait, a retry is sent with"
                + " what was made before it and may have expired; register it with perAttempt",
            "the stage 'request signer' stands in the call ring: after a wait, a retry is sent"
                + " with what was made before it and may have expired; register it with"
                + " perAttempt");
  }

  @Test
  @Tag("G5")
  void unrelatedHostsShouldNotShareAGuard() {
    Guard guard = guardOf(Guards.concurrencyLimit(5));

    assertThat(warnings(plan -> plan.perAttempt(Guards.shared(guard))))
        .containsExactly(
            "the guard 'concurrency limit' is one for all partitions: a host in trouble stops the"
                + " calls to all others; give each partition a guard of its own");
  }

  private static Guard guardOf(GuardFamily family) {
    RequestHead request = new StubExchange(new VirtualTime(), Step.reply(200)).request();
    return Partitions.builder(new VirtualTime(), (partition, guard, from, to) -> {})
        .callRing(List.of(family))
        .build()
        .of(request)
        .guards()
        .get(0);
  }

  @Test
  void stackedRetriesAreToldWithTheirProduct() {
    PlanDescription described =
        Heed.builder("acme")
            .callTimeout(Duration.ofMinutes(2))
            .build()
            .describe()
            .stackedOn("the retry strategy of the host", 4);

    assertThat(described.warnings())
        .containsExactly(
            "retries are stacked: 4 sends of this plan times 4 of the retry strategy of the host"
                + " are up to 16 on the wire; let one layer retry, and switch the other one off");
    assertThat(described.worstCaseSendsOnTheWire()).contains(16L);
  }

  @Test
  void stackedRetriesWithoutAnEndAreToldToo() {
    assertThat(
            Heed.builder("acme")
                .callTimeout(Duration.ofDays(1000))
                .retry(r -> r.retryForever())
                .build()
                .describe()
                .stackedOn("the host", 2)
                .warnings())
        .containsExactly(
            "retries are stacked: any number of sends of this plan times 2 of the host are up to"
                + " any number on the wire; let one layer retry, and switch the other one off");
  }

  @Test
  void aLayerThatDoesNotRetryIsNotStacked() {
    PlanDescription retrying =
        Heed.builder("acme").callTimeout(Duration.ofMinutes(2)).build().describe();
    assertThat(retrying.stackedOn("the host", 1).warnings()).isEmpty();
    PlanDescription once =
        Heed.builder("acme")
            .callTimeout(Duration.ofMinutes(2))
            .retry(r -> r.maxRetries(0))
            .build()
            .describe();
    assertThat(once.stackedOn("the host", 4).warnings()).isEmpty();
    assertThat(once.stackedOn("the host", 4).worstCaseSendsOnTheWire()).contains(4L);
  }

  @Test
  void theSendsThatAHostHidesCountInTheWorstCase() {
    PlanDescription described = Heed.defaults().describe().on("a client", "", 2, List.of());

    assertThat(described.worstCaseSends()).contains(4);
    assertThat(described.worstCaseSendsOnTheWire()).contains(8L);
    assertThat(described).asString().contains("worst case: 4 sends (up to 8 on the wire), waits");
    assertThat(described.warnings()).hasSize(1);
  }

  @Test
  void withoutALimitInNumberTheHiddenSendsAreStillTold() {
    PlanDescription described =
        Heed.builder("acme")
            .retry(r -> r.retryForever())
            .build()
            .describe()
            .on("a", "", 2, List.of());

    assertThat(described.worstCaseSendsOnTheWire()).isEmpty();
    assertThat(described)
        .asString()
        .contains("no limit in number of sends, each up to 2 times on the wire, waits of");
  }

  private static Optional<Duration> longest(Consumer<Heed.Builder> change) {
    Heed.Builder plan = Heed.builder("acme");
    change.accept(plan);
    return plan.build().describe().worstCaseDuration();
  }

  @Test
  void aCallTakesAsLongAsItsAttemptsAndItsWaitsOrItsLimit() {
    Duration ten = Duration.ofSeconds(10);
    assertThat(longest(plan -> {})).isEmpty();
    assertThat(longest(plan -> plan.callTimeout(ten))).contains(ten);
    assertThat(longest(plan -> plan.attemptTimeout(ten))).contains(Duration.ofSeconds(130));
    assertThat(longest(plan -> plan.attemptTimeout(ten).callTimeout(Duration.ofHours(1))))
        .contains(Duration.ofSeconds(130));
    assertThat(longest(plan -> plan.attemptTimeout(ten).callTimeout(Duration.ofMinutes(1))))
        .contains(Duration.ofMinutes(1));
    assertThat(longest(plan -> plan.attemptTimeout(ten).retry(r -> r.retryForever()))).isEmpty();
  }

  @Test
  @Tag("G7")
  void aCooldownMakesTheWorstCaseLonger() {
    assertThat(longest(plan -> plan.attemptTimeout(Duration.ofSeconds(10)).cooldown()))
        .contains(Duration.ofSeconds(130 + 4 * 40));
    assertThat(
            longest(plan -> plan.attemptTimeout(Duration.ofSeconds(10)).cooldown(c -> c.refuse())))
        .contains(Duration.ofSeconds(130));
  }

  private static Optional<Duration> longestHedged(Consumer<Heed.Builder> change) {
    return longest(
        plan -> {
          plan.attemptTimeout(Duration.ofSeconds(10)).hedge(h -> h.maxHedges(2));
          change.accept(plan);
        });
  }

  @Test
  @Tag("Z1")
  void attemptsSideBySideTakeAsLongAsTheLastOneThatStarts() {
    assertThat(longestHedged(plan -> {})).contains(Duration.ofSeconds(2 + 2 + 10));
    assertThat(longestHedged(plan -> plan.hedge(h -> h.delay(Duration.ZERO))))
        .contains(Duration.ofSeconds(10));
    assertThat(longestHedged(plan -> plan.callTimeout(Duration.ofSeconds(12))))
        .contains(Duration.ofSeconds(12));
  }

  @Test
  @Tag("Z1")
  void aHedgeThatStartsAfterAFailureTakesAsLongAsTheAttemptBefore() {
    Duration all = Duration.ofSeconds(30);
    assertThat(longestHedged(plan -> plan.hedge(h -> h.delay(Duration.ofSeconds(-1)))))
        .contains(all);
    assertThat(longestHedged(plan -> plan.hedge(h -> h.delay(Duration.ofSeconds(60)))))
        .contains(all);
    assertThat(longestHedged(plan -> plan.hedge(h -> h.delayPercentile(95)))).contains(all);
    assertThat(longestHedged(plan -> plan.hedge(h -> h.delayBy((r, n) -> Duration.ZERO))))
        .contains(all);
    assertThat(longestHedged(plan -> plan.retryBudget()))
        .as("an empty budget may stop the hedge that is due, and not the one after the failure")
        .contains(all);
  }

  @Test
  @Tag("Z1")
  @Tag("G7")
  void waitsForGuardsAddUpOnlyAsFarAsAttemptsFollowEachOther() {
    assertThat(longestHedged(plan -> plan.cooldown()))
        .contains(Duration.ofSeconds(2 + 2 + 40 + 10));
    assertThat(
            Heed.builder("acme")
                .hedge(h -> h.maxHedges(2))
                .cooldown()
                .build()
                .describe()
                .worstCaseWait())
        .isEqualTo(Duration.ofSeconds(2 + 2 + 40));
  }

  @Test
  @Tag("Z5")
  void noMoreAttemptsAreCountedThanThereAreEndpoints() {
    PlanDescription described =
        Heed.builder("acme")
            .attemptTimeout(Duration.ofSeconds(10))
            .hedge(
                h ->
                    h.maxHedges(5)
                        .endpoints(
                            Endpoints.ordered(
                                EndpointGroup.of("https://a.example"),
                                EndpointGroup.of("https://b.example"))))
            .build()
            .describe();
    assertThat(described.worstCaseSends()).contains(2);
    assertThat(described.worstCaseDuration()).contains(Duration.ofSeconds(12));
  }

  @Test
  @Tag("T5")
  @Tag("Z1")
  void aHedgedCallShouldHaveALimitToo() {
    assertThat(Heed.builder("acme").hedge(h -> {}).build().describe().warnings())
        .containsExactly(
            "no time limit: a call whose attempts all hang never ends; set Heed.callTimeout");
    assertThat(
            Heed.builder("acme")
                .hedge(h -> {})
                .attemptTimeout(Duration.ofSeconds(10))
                .build()
                .describe()
                .warnings())
        .containsExactly("no call timeout: a call may take 12 s; set Heed.callTimeout");
  }

  @Test
  @Tag("Z1")
  void aHedgeShouldStartBeforeTheAttemptBesideItEnds() {
    assertThat(
            warnings(
                plan ->
                    plan.hedge(h -> h.delay(Duration.ofSeconds(10)))
                        .attemptTimeout(Duration.ofSeconds(10))))
        .containsExactly(
            "HedgePolicy.delay 10 s is not below Heed.attemptTimeout 10 s: no hedge ever runs"
                + " beside another attempt");
  }

  @Test
  @Tag("Z4")
  void unsafeMethodsThatAreHedgedShouldHaveAKey() {
    assertThat(warnings(plan -> plan.hedge(h -> h.methods(RetryMethods.all()))))
        .containsExactly(
            "HedgePolicy.methods has POST and PATCH sent again without an idempotency key: what"
                + " the server did may be done twice; add perCall(Stages.idempotencyKey())");
  }

  @Test
  void noWorstCaseIsTooLongToBeTold() {
    Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(
            longest(
                plan ->
                    plan.attemptTimeout(ever)
                        .cooldown(c -> c.maxWait(ever))
                        .retry(r -> r.maxDelay(ever))))
        .isPresent();
  }
}
