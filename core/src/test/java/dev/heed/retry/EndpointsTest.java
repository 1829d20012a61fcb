package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.guard.GuardKind;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class EndpointsTest extends HedgeFixture {

  private static final EndpointGroup A = EndpointGroup.of("https://a.example.com");
  private static final EndpointGroup B = EndpointGroup.of("https://b.example.com");
  private static final EndpointGroup C = EndpointGroup.of("https://c.example.com");

  private List<String> hosts() {
    return exchange.places.stream().map(URI::getHost).toList();
  }

  private static String resolved(String base, String request) {
    return Endpoints.resolve(URI.create(base), URI.create(request)).toString();
  }

  @Test
  @Tag("Z5")
  void eachAttemptGoesToTheNextGroup() throws Exception {
    plan.hedge(h -> h.maxHedges(5).endpoints(Endpoints.ordered(A, B)));
    script(Step.silence(), Step.reply(200).after(seconds(9)));

    Reply reply = call();

    assertThat(hosts()).containsExactly("a.example.com", "b.example.com");
    assertThat(CallReport.of(reply).attempts().get(1).uri())
        .contains(URI.create("https://b.example.com/v1/things?key=secret"));
    assertThat(CallReport.of(reply).request().uri()).isEqualTo(exchange.uri);
  }

  @Test
  @Tag("Z5")
  void whenNoEndpointIsLeftTheReasonSaysSo() throws Exception {
    plan.hedge(h -> h.maxHedges(5).endpoints(Endpoints.ordered(A, B)));
    script(Step.reply(503));

    CallReport report = CallReport.of(call());

    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.RETRIES_EXHAUSTED);
    assertThat(report.explanation())
        .isEqualTo("no endpoint is left: add one to HedgePolicy.endpoints");
  }

  @Test
  @Tag("Z5")
  void prefixesAreKeptAndNothingIsDecoded() {
    assertThat(resolved("https://a:8443/eu", "http://x/v1/a%2Fb%20c?q=%26&r=1"))
        .isEqualTo("https://a:8443/eu/v1/a%2Fb%20c?q=%26&r=1");
    assertThat(resolved("https://a/eu/", "http://x/v1")).isEqualTo("https://a/eu/v1");
    assertThat(resolved("https://a", "http://x")).isEqualTo("https://a");
    assertThat(resolved("https://a/", "http://x/")).isEqualTo("https://a/");
    assertThat(resolved("http://[::1]:80/p", "http://x//y/../z;v=1?"))
        .isEqualTo("http://[::1]:80/p//y/../z;v=1?");
  }

  @Test
  @Tag("Z5")
  void weightsDecideHowOftenAGroupIsDrawnAndNoneIsDrawnTwice() {
    SplittableRandom chance = new SplittableRandom(7);
    VirtualTime drawing = new VirtualTime().draws(chance::nextDouble);
    Endpoints weighted = Endpoints.weighted(A.weight(90), B.weight(9), C.weight(1));
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      List<URI> drawn = weighted.draw(11, drawing);
      assertThat(drawn).doesNotHaveDuplicates().hasSize(3);
      first.add(drawn.get(0).getHost());
    }

    assertThat(first.stream().filter("a.example.com"::equals).count()).isBetween(8_900L, 9_100L);
    assertThat(first.stream().filter("c.example.com"::equals).count()).isBetween(60L, 140L);
  }

  @Test
  @Tag("Z5")
  void theFirstGroupMayBeDrawnAndTheOthersComeInOrder() {
    Endpoints endpoints = Endpoints.weightedFirst(A, B, C);

    assertThat(endpoints.draw(3, new VirtualTime().draws(0.99)))
        .extracting(URI::getHost)
        .containsExactly("c.example.com", "a.example.com", "b.example.com");
    assertThat(endpoints.draw(2, new VirtualTime().draws(0))).hasSize(2);
  }

  @Test
  @Tag("Z5")
  void withinAGroupTheEndpointIsDrawnByWeight() {
    EndpointGroup group = EndpointGroup.of("https://a").and(URI.create("https://b"), 3);

    assertThat(group.draw(0.24)).hasHost("a");
    assertThat(group.draw(0.25)).hasHost("b");
    assertThat(group.draw(0.999_999)).hasHost("b");
    assertThat(group).hasToString("[https://a x1, https://b x3]");
  }

  @Test
  @Tag("G2")
  void wrongEndpointsAreRefusedWithoutTellingSecrets() {
    plan.hedge(
        h ->
            h.endpoints(
                Endpoints.ordered(
                    EndpointGroup.of("ftp://a"),
                    EndpointGroup.of("https://b?key=secret"),
                    A.weight(0),
                    EndpointGroup.of(new URI[0]))));

    assertThatThrownBy(plan::build)
        .hasMessageContaining("ftp://a")
        .hasMessageContaining("https://b")
        .hasMessageNotContaining("secret")
        .hasMessageContaining("weights of endpoints must be positive: [https://a.example.com] x0")
        .hasMessageContaining("an endpoint group must not be empty");
  }

  @Test
  @Tag("Z6")
  @Tag("G3")
  void eachEndpointHasGuardsOfItsOwn() throws Exception {
    TestGuard guard = new TestGuard(time).ofKind(GuardKind.BREAKER).refuses("open", seconds(5));
    plan.hedge(h -> h.endpoints(Endpoints.ordered(A, B))).perAttempt(guard);
    script(Step.reply(200));

    call();

    assertThat(hosts()).containsExactly("b.example.com");
    assertThat(time.elapsed()).isZero();
  }

  @Test
  @Tag("Z3")
  @Tag("G7")
  void aHintStopsItsOwnEndpointAndNoOther() throws Exception {
    plan.hedge(h -> h.endpoints(Endpoints.ordered(A, A, B)).maxHedges(2)).cooldown(c -> c.refuse());
    script(Step.reply(429, "30"), Step.reply(200));

    call();

    assertThat(hosts()).containsExactly("a.example.com", "b.example.com");
  }

  @Test
  @Tag("Z5")
  void stagesSeeThePlaceOfTheirAttempt() throws Exception {
    List<String> seen = new ArrayList<>();
    plan.hedge(h -> h.endpoints(Endpoints.ordered(A, B)))
        .perAttempt(Stage.of("sign", request -> seen.add(request.uri().getHost())));
    script(Step.failure(new IOException("reset")), Step.reply(200));

    call();

    assertThat(seen).containsExactly("a.example.com", "b.example.com");
  }

  @Test
  @Tag("Z1")
  void aPercentileOfRecentLatencyIsTheDelayOnceEnoughIsKnown() throws Exception {
    plan.hedge(h -> h.delayPercentile(90));
    Heed built = plan.build();
    for (int i = 1; i <= Latencies.ENOUGH; i++) {
      driver.run(built, script(Step.reply(200).after(millis(10L * i))));
    }
    long before = time.elapsed().toMillis();

    driver.run(built, script(Step.silence(), Step.reply(200)));

    assertThat(time.elapsed().toMillis() - before).isEqualTo(290);
  }

  @Test
  @Tag("Z1")
  void theOldestLatencyIsForgotten() {
    Latencies latencies = new Latencies();
    latencies.add(1_000_000);
    assertThat(latencies.percentile(99)).isNegative();
    for (int i = 0; i < Latencies.KEPT; i++) {
      latencies.add(5);
    }

    assertThat(latencies.percentile(99.9)).isEqualTo(5);
  }
}
