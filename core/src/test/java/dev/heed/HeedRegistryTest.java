package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.guard.Guards;
import dev.heed.hint.Hints;
import dev.heed.retry.Driver;
import dev.heed.retry.Jitter;
import dev.heed.retry.Step;
import dev.heed.retry.StubExchange;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("C2")
final class HeedRegistryTest {

  private final VirtualTime time = new VirtualTime();

  private static HeedRegistry registry(Consumer<ClientSettings.Builder> settings) {
    ClientSettings.Builder builder = ClientSettings.builder();
    settings.accept(builder);
    return HeedRegistry.of(builder.build());
  }

  private static List<String> chain(Heed plan) {
    return plan.describe().parts().stream()
        .map(part -> part.position() + " " + part.name())
        .toList();
  }

  private static String options(Heed plan, String part) {
    return plan.describe().parts().stream()
        .filter(candidate -> candidate.name().equals(part))
        .map(PlanDescription.Part::options)
        .findFirst()
        .orElse("");
  }

  @Test
  void defaultsComeBeforeAClientsOwnSettingsWhateverTheOrder() {
    HeedRegistry registry =
        registry(
            s ->
                s.client("search", plan -> plan.callTimeout(Duration.ofSeconds(5)))
                    .defaults(plan -> plan.callTimeout(Duration.ofSeconds(30)))
                    .client("payments")
                    .defaults(plan -> plan.hints(Hints.gitHub())));

    assertThat(options(registry.plan("search"), "call timeout")).isEqualTo("5 s");
    assertThat(options(registry.plan("payments"), "call timeout")).isEqualTo("30 s");
    assertThat(options(registry.plan("search"), "retry")).contains("hints=github");
  }

  @Test
  void aLaterLayerWinsButNeverADefaultOverAClientsOwn() {
    ClientSettings code =
        ClientSettings.builder()
            .defaults(plan -> plan.callTimeout(Duration.ofSeconds(30)))
            .client("search", plan -> plan.attemptTimeout(Duration.ofSeconds(3)))
            .build();
    ClientSettings file =
        ClientSettings.builder()
            .defaults(
                plan ->
                    plan.callTimeout(Duration.ofSeconds(20)).attemptTimeout(Duration.ofSeconds(9)))
            .client("search", plan -> plan.retry(r -> r.maxRetries(1)))
            .build();
    Heed search = HeedRegistry.of(code, file).plan("search");

    assertThat(options(search, "call timeout")).isEqualTo("20 s");
    assertThat(options(search, "attempt timeout")).isEqualTo("3 s");
    assertThat(options(search, "retry")).contains("maxRetries=1");
  }

  @Test
  void aClientsRetryChangesTheDefaultOneAndThereIsNoSecond() throws Exception {
    HeedRegistry registry =
        registry(
            s ->
                s.client("search", plan -> plan.retry(r -> r.maxRetries(2)))
                    .defaults(
                        plan ->
                            plan.time(time)
                                .retry(r -> r.maxRetries(4).baseDelay(Duration.ofSeconds(9)))));
    StubExchange exchange = new StubExchange(time, Step.reply(503));
    Driver.BLOCKING.run(registry.plan("search"), exchange);

    assertThat(exchange.sends()).hasSize(3);
    assertThat(registry.plan("search").describe().worstCaseSends()).contains(3);
    assertThat(options(registry.plan("search"), "retry")).contains("baseDelay=9 s");
  }

  @Test
  @Tag("Z6")
  void aClientsHedgingTakesThePlaceOfTheDefaultRetry() throws Exception {
    HeedRegistry registry =
        registry(
            s ->
                s.defaults(plan -> plan.time(time).retry(r -> r.maxRetries(4)))
                    .client("search", plan -> plan.hedge(h -> h.maxHedges(1)))
                    .client("other"));
    StubExchange exchange = new StubExchange(time, Step.reply(503));
    Driver.BLOCKING.run(registry.plan("search"), exchange);

    assertThat(exchange.sends()).hasSize(2);
    assertThat(chain(registry.plan("search")))
        .contains("HEDGE hedge")
        .doesNotContain("RETRY retry");
    assertThat(chain(registry.plan("other"))).contains("RETRY retry").doesNotContain("HEDGE hedge");
  }

  @Test
  @Tag("Z6")
  void aClientsRetryTakesThePlaceOfTheDefaultHedging() {
    HeedRegistry registry =
        registry(
            s ->
                s.defaults(plan -> plan.hedge(h -> h.maxHedges(3)))
                    .client("search", plan -> plan.retry(r -> r.maxRetries(1)))
                    .client("other", plan -> plan.hedge(h -> h.delay(Duration.ofSeconds(1)))));

    assertThat(chain(registry.plan("search")))
        .contains("RETRY retry")
        .doesNotContain("HEDGE hedge");
    assertThat(options(registry.plan("search"), "retry")).contains("maxRetries=1");
    assertThat(options(registry.plan("other"), "hedge")).startsWith("maxHedges=3, delay=1 s");
  }

  @Test
  @Tag("Z6")
  void aClientThatSetsBothItselfIsRefusedWhateverTheDefault() {
    Consumer<Heed.Builder> retrying = plan -> plan.retry(r -> r.maxRetries(1));
    Consumer<Heed.Builder> hedging = plan -> plan.hedge(h -> h.maxHedges(1));
    for (Consumer<Heed.Builder> byDefault : List.of(retrying, hedging)) {
      Heed.Builder oneWay = Heed.builder("a").defaults(byDefault);
      retrying.andThen(hedging).accept(oneWay);
      Heed.Builder theOther = Heed.builder("a").defaults(byDefault);
      hedging.andThen(retrying).accept(theOther);

      for (Heed.Builder both : List.of(oneWay, theOther)) {
        assertThat(both.violations())
            .singleElement()
            .asString()
            .startsWith("retry and hedge must not be in one plan");
      }
    }
  }

  @Test
  void aClientsStageTakesThePlaceOfTheDefaultOneOfItsKind() {
    HeedRegistry registry =
        registry(
            s ->
                s.client("search", plan -> plan.perCall(Stages.correlationId("X-Search")))
                    .client("other")
                    .defaults(
                        plan ->
                            plan.perCall(Stages.correlationId("X-Id"))
                                .perCall(Stages.idempotencyKey())
                                .perAttempt(Stages.bearer(() -> "T"))));

    assertThat(chain(registry.plan("search")))
        .containsSubsequence("CALL correlation id (X-Search)", "CALL idempotency key")
        .doesNotContain("CALL correlation id (X-Id)")
        .contains("ATTEMPT bearer token");
    assertThat(chain(registry.plan("other"))).contains("CALL correlation id (X-Id)");
  }

  @Test
  void aClientsGuardTakesThePlaceOfTheDefaultOneOfItsKind() {
    HeedRegistry registry =
        registry(
            s ->
                s.defaults(plan -> plan.perAttempt(Guards.concurrencyLimit(10)))
                    .client("search", plan -> plan.perAttempt(Guards.concurrencyLimit(3)))
                    .client("other"));

    assertThat(registry.plan("search").describe().parts())
        .filteredOn(part -> part.name().equals("concurrency limit"))
        .extracting(PlanDescription.Part::options)
        .containsExactly("3 at the same time");
    assertThat(options(registry.plan("other"), "concurrency limit")).startsWith("10 ");
  }

  @Test
  void stagesOfOtherKindsAndOfNoneStandBesideTheDefaultOnes() {
    Stage anonymous =
        new Stage() {
          @Override
          public CompletionStage<?> prepare(StageRequest request) {
            return Stage.done();
          }
        };
    Stage another =
        new Stage() {
          @Override
          public CompletionStage<?> prepare(StageRequest request) {
            return Stage.done();
          }
        };
    HeedRegistry registry =
        registry(
            s ->
                s.defaults(plan -> plan.perCall(anonymous).perCall(Stage.of("a", r -> {})))
                    .client(
                        "search", plan -> plan.perCall(another).perCall(Stage.of("b", r -> {}))));

    assertThat(chain(registry.plan("search")))
        .containsSubsequence(
            "CALL anonymous stage", "CALL a", "CALL anonymous stage", "CALL b", "RETRY retry");
  }

  @Test
  void aClientCanDoWithoutADefault() {
    HeedRegistry registry =
        registry(
            s ->
                s.defaults(
                        plan ->
                            plan.callTimeout(Duration.ofSeconds(30))
                                .attemptTimeout(Duration.ofSeconds(9))
                                .perCall(Stages.correlationId("X-Id"))
                                .perAttempt(Stages.traceParent()))
                    .client(
                        "search",
                        plan ->
                            plan.without("call timeout")
                                .without("attempt timeout")
                                .without("correlation id")
                                .without("traceparent")));

    assertThat(chain(registry.plan("search")))
        .containsExactly("CALL call log", "RETRY retry", "ATTEMPT attempt log");
  }

  /** What a per-call stage sees: how often it runs, and how each run ends. */
  private static final class Watch implements Stage {

    private final List<String> seen = new ArrayList<>();

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      request.setHeader("Idempotency-Key", "key " + seen.size());
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      seen.add(outcome.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aClientsPerCallStageStandsOutsideADefaultRetry(Driver driver) throws Exception {
    Watch watch = new Watch();
    HeedRegistry registry =
        registry(
            s ->
                s.client("orders", plan -> plan.perCall(watch))
                    .defaults(plan -> plan.time(time).retry(r -> r.maxRetries(3))));
    StubExchange exchange =
        new StubExchange(time, Step.reply(503), Step.reply(503), Step.reply(200));
    driver.run(registry.plan("orders"), exchange);

    assertThat(watch.seen).containsExactly("200");
    assertThat(exchange.sends())
        .hasSize(3)
        .allMatch(sent -> sent.values("Idempotency-Key").equals(List.of("key 0")));
  }

  @Test
  void aPlanIsAlwaysTheSameObject() {
    HeedRegistry registry = registry(s -> s.client("search"));
    assertThat(registry.plan("search")).isSameAs(registry.plan("search"));
    assertThat(registry.plan("search").name()).isEqualTo("search");
    assertThat(registry.clients()).containsExactly("search");
  }

  @Test
  void anUnknownClientIsAnsweredWithTheNearestAndWithAll() {
    HeedRegistry registry = registry(s -> s.client("search").client("payments"));
    assertThatThrownBy(() -> registry.plan("serach"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no client 'serach', did you mean 'search'; there are search, payments");
    assertThatThrownBy(() -> HeedRegistry.of().plan("x"))
        .hasMessage("there is no client 'x'; no client is named");
  }

  @Test
  void everythingThatIsWrongWithAnyClientIsToldAtOnce() {
    ClientSettings wrong =
        ClientSettings.builder()
            .client(
                "a", plan -> plan.retry(r -> r.maxRetries(-1)).callTimeout(Duration.ofSeconds(-1)))
            .client("b")
            .client(
                "c",
                plan -> {
                  throw new IllegalStateException("no such secret");
                })
            .build();

    assertThatThrownBy(() -> HeedRegistry.of(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "plan a cannot be built: maxRetries must not be negative: -1; callTimeout must be"
                + " positive: -1 s\n"
                + "plan c cannot be built: no such secret");
  }

  @Test
  void settingsOfTheBuilderAreCopied() {
    ClientSettings.Builder builder = ClientSettings.builder().client("a");
    ClientSettings settings = builder.build();
    builder.client("b").client("a", plan -> plan.retry(r -> r.jitter(Jitter.NONE)));

    assertThat(settings.clients()).containsExactly("a");
    assertThat(options(HeedRegistry.of(settings).plan("a"), "retry")).contains("jitter=full");
  }
}
