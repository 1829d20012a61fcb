package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.PlanDescription;
import dev.heed.resilience4j.Pipelines;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a file says of breakers, limits and hedging. */
class GuardsAndHedgingTest {

  private static List<String> parts(Heed plan) {
    return plan.describe().parts().stream().map(PlanDescription.Part::toString).toList();
  }

  @Test
  @Tag("G1")
  void theWholeStandardPipelineCanBeSaid() {
    Heed plan =
        Sheet.plan(
            "clients:",
            "  acme:",
            "    concurrency-limit: 1000",
            "    call-timeout: 30s",
            "    retry: {max-retries: 3, base-delay: 2s, jitter: decorrelated}",
            "    retry-budget: {enabled: true}",
            "    breaker: {enabled: true}",
            "    attempt-timeout: 10s");
    assertThat(plan).hasToString(Pipelines.standard("acme").build().toString());
  }

  @Test
  @Tag("Z6")
  void theWholeHedgingPipelineCanBeSaid() {
    Heed plan =
        Sheet.plan(
            "clients:",
            "  acme:",
            "    call-timeout: 30s",
            "    hedge: {enabled: true}",
            "    retry-budget: {enabled: true}",
            "    send-limit: 1000",
            "    breaker: {enabled: true}",
            "    attempt-timeout: 10s");
    assertThat(parts(plan)).containsExactlyElementsOf(parts(Pipelines.hedging("acme").build()));
  }

  @Test
  @Tag("G9")
  void everyNumberOfABreakerAndOfALimitCanBeSaid() {
    Heed plan =
        Sheet.plan(
            "clients:",
            "  a:",
            "    send-limit: 20",
            "    rate-limit: 50 in 1s",
            "    breaker:",
            "      failure-rate: 0.5",
            "      minimum: 20",
            "      window: 1m",
            "      open-for: 500ms",
            "      trials: 3",
            "      count-throttled: true");
    assertThat(parts(plan))
        .contains(
            "ATTEMPT concurrency limit: 20 at the same time",
            "ATTEMPT rate limit: 50 in 1 s",
            "ATTEMPT breaker: 50 % of at least 20 in 1 min, open 500 ms, 3 trials, 429 counts");
  }

  @Test
  @Tag("Z1")
  void everySettingOfTheHedgingCanBeSaid() {
    Heed plan =
        Sheet.plan(
            "clients:",
            "  a:",
            "    hedge:",
            "      max-hedges: 2",
            "      delay: 200ms",
            "      delay-percentile: 99.9",
            "      methods: idempotent",
            "      statuses: [503]",
            "      endpoint-order: weighted-first",
            "      endpoints:",
            "        - https://eu.example.com x3",
            "        - [https://us-1.example.com, https://us-2.example.com/v1]",
            "        - {bases: [https://backup.example.com], weight: 2}");
    assertThat(parts(plan))
        .contains(
            "HEDGE hedge: maxHedges=2, delay=percentile 99.9 of recent latency (200 ms until it is"
                + " known), methods=GET, HEAD, OPTIONS, TRACE, PUT, DELETE, QUERY, statuses=[503]",
            "ATTEMPT endpoint: first weighted, then ordered [https://eu.example.com],"
                + " [https://us-1.example.com, https://us-2.example.com/v1],"
                + " [https://backup.example.com] x2");
  }

  @Test
  @Tag("Z1")
  void aHedgeMayWaitForAFailure() {
    assertThat(parts(Sheet.plan("clients: {a: {hedge: {delay: after-failure}}}")))
        .anyMatch(part -> part.contains("delay=after a handled failure"));
  }

  @Test
  @Tag("C2")
  @Tag("C4")
  void aClientCanSwitchThemOff() {
    Heed plan =
        Sheet.plan(
            "defaults:",
            "  concurrency-limit: 7",
            "  send-limit: 50",
            "  rate-limit: 9 in 1m",
            "  breaker: {minimum: 10}",
            "  hedge: {max-hedges: 2}",
            "clients:",
            "  a:",
            "    send-limit: none",
            "    rate-limit: none",
            "    breaker: {enabled: false}",
            "    hedge: {enabled: false}");
    assertThat(plan.describe().parts())
        .extracting(PlanDescription.Part::name)
        .containsExactly("call log", "concurrency limit", "retry", "attempt log");
  }

  @Test
  @Tag("C2")
  void aClientsOwnTakeTheirPlacesKeyByKey() {
    Heed plan =
        Sheet.plan(
            "defaults:",
            "  send-limit: 50",
            "  rate-limit: 9 in 1m",
            "  breaker: {minimum: 10, trials: 2}",
            "  hedge: {max-hedges: 2, endpoints: [https://a.example, https://b.example]}",
            "clients:",
            "  a:",
            "    send-limit: 5",
            "    breaker: {minimum: 30}",
            "    hedge: {endpoint-order: weighted}");
    assertThat(parts(plan))
        .filteredOn(part -> part.startsWith("ATTEMPT"))
        .containsExactly(
            "ATTEMPT endpoint: weighted [https://a.example], [https://b.example]",
            "ATTEMPT concurrency limit: 5 at the same time",
            "ATTEMPT rate limit: 9 in 1 min",
            "ATTEMPT breaker: 10 % of at least 30 in 30 s, open 5 s, 2 trials",
            "ATTEMPT attempt log: dev.heed.attempt");
  }

  @Test
  @Tag("C2")
  void aClientCanGoWhereItsRequestsSayAgain() {
    Heed plan =
        Sheet.plan(
            "defaults: {hedge: {max-hedges: 2, endpoints: [https://a.example]}}",
            "clients: {a: {hedge: {endpoints: none}}}");
    assertThat(parts(plan))
        .noneMatch(part -> part.contains("endpoint"))
        .anyMatch(part -> part.contains("maxHedges=2"));
  }

  @Test
  @Tag("C2")
  void aClientThatHedgesDoesNotRetryAndTheOtherWayRound() {
    HeedRegistry registry =
        HeedRegistry.of(
            Sheet.read(
                "defaults: {retry: {max-retries: 2}}",
                "clients: {search: {hedge: {delay: 1s}}, orders: {}}"));
    assertThat(registry.plan("search").toString()).contains("maxHedges=1").doesNotContain("retry=");
    assertThat(registry.plan("orders").toString()).contains("maxRetries=2");
    Heed retrying =
        Sheet.plan("defaults: {hedge: {max-hedges: 2}}", "clients: {a: {retry: {max-retries: 1}}}");
    assertThat(retrying.toString()).contains("maxRetries=1").doesNotContain("maxHedges");
  }

  @Test
  @Tag("C2")
  void aFilesBreakerTakesThePlaceOfTheCodesPipeline() {
    ClientSettings code = ClientSettings.builder().defaults(Pipelines::standard).build();
    Heed plan =
        HeedRegistry.of(code, Sheet.read("clients: {a: {breaker: {open-for: 20s}}}")).plan("a");
    assertThat(parts(plan))
        .filteredOn(part -> part.contains("breaker"))
        .containsExactly("ATTEMPT breaker: 10 % of at least 100 in 30 s, open 20 s, 1 trial");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "hedge: {maxHedges: 1}|13|unknown key 'maxHedges', did you mean 'max-hedges'",
        "hedge: {delai: 1s}|13|unknown key 'delai', did you mean 'delay'",
        "hedging: {delay: 1s}|5|unknown key 'hedging', did you mean 'hedge'",
        "circuit-breaker: {trials: 1}|5|unknown key 'circuit-breaker'; there are hints,",
        "braker: {trials: 1}|5|unknown key 'braker', did you mean 'breaker'",
        "breaker: {openFor: 1s}|15|unknown key 'openFor', did you mean 'open-for'",
        "trials: 1|5|'trials' cannot stand here; put it under 'breaker'",
        "methods: safe|5|'methods' cannot stand here; put it under 'retry' or 'hedge'",
        "hedge: {max-hedges: 11}|25|max-hedges: 11 is out of range; write a whole number from 0 to"
            + " 10",
        "hedge: {delay: 200}|20|delay: '200' has no unit; write 200ms, 200s, 200m or 200h",
        "hedge: {delay: -1s}|20|delay: '-1s' is not a duration",
        "hedge: {delay-percentile: 100}|31|delay-percentile: 100 is out of range; write a number"
            + " from 1 to 99.99",
        "hedge: {delay-percentile: 95%}|31|delay-percentile: '95%' is not a number; write one from"
            + " 1 to 99.99",
        "hedge: {endpoint-order: random}|29|endpoint-order: unknown value 'random'; there are"
            + " ordered, weighted, weighted-first",
        "hedge: {endpoints: https://a.example}|24|endpoints: expected a list of bases, but found"
            + " 'https://a.example'; write [https://eu.example.com, https://us.example.com]",
        "hedge: {endpoints: []}|24|endpoints: expected a list of bases, but found an empty list",
        "hedge: {endpoints: [a.example]}|25|endpoints: 'a.example' is not a base; write one such as"
            + " https://eu.example.com/v1",
        "hedge: {endpoints: [https://u:secret@a.example]}|25|endpoints: a base has no user and no"
            + " query; write one such as https://eu.example.com/v1",
        "hedge: {endpoints: [{base: x}]}|26|endpoints: unknown key 'base'; there are bases, weight",
        "hedge: {endpoints: [{weight: 2}]}|25|endpoints: a group needs bases; write {bases:"
            + " [https://eu.example.com, https://us.example.com]}",
        "hedge: {endpoints: [[]]}|25|endpoints: a group needs a list of bases, but here is an empty"
            + " list",
        "hedge: {endpoints: [{bases: [https://a.example], weight: 0}]}|62|endpoints: 0 is out of"
            + " range; write a whole number from 1 to 1000000",
        "breaker: {failure-rate: 10%}|29|failure-rate: '10%' is not a number; write one from 0.0001"
            + " to 1, such as 0.2 for 20 %",
        "breaker: {window: 1500ms}|23|window: 1.5 s is not a number of whole seconds, at least one;"
            + " write 30s",
        "breaker: {open-for: 1ms}|25|open-for: 1 ms is too short; write at least 10 ms",
        "breaker: {minimum: 0}|24|minimum: 0 is out of range; write a whole number from 1",
        "breaker: {window: 10s}, attempt-timeout: 6s|1|the breaker's window 10 s must be at least"
            + " twice attempt-timeout 6 s",
        "rate-limit: 50/s|17|rate-limit: '50/s' is not a rate; write 50 in 1s, or 1000 in 1m",
        "rate-limit: 50 in 0s|17|rate-limit: a period must be longer than 0; write 50 in 1s",
        "send-limit: 0|17|send-limit: 0 is out of range; write a whole number from 1",
        "hedge: {max-hedges: 4, delay: 8s}, call-timeout: 30s|1|4 hedges after 8 s each must start"
            + " within call-timeout 30 s",
        "hedge: {delay: 1s}, retry: {max-retries: 1}|1|retry and hedge must not be in one plan"
      })
  void whatIsWrongIsToldWithTheWayToMendIt(String line, int column, String message) {
    List<String> problems = Sheet.problems("clients:", "  a: {", "    " + line, "  }");
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0)).startsWith("3:").contains(" " + message);
    if (column > 1) {
      assertThat(problems.get(0)).startsWith("3:" + column + " ");
    }
  }

  @Test
  void withoutTheModuleOfResilience4jAFileIsToldWhatItNeeds() throws Exception {
    List<URL> others = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!entry.contains("resilience4j")) {
        others.add(Path.of(entry).toUri().toURL());
      }
    }
    URL[] urls = others.toArray(URL[]::new);
    try (URLClassLoader alone = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      assertThat(problem(alone, "clients: {a: {breaker: {trials: 1}}}"))
          .isEqualTo(
              "heed.yaml:1:15 'breaker' needs the module heed-resilience4j: add it, or remove the"
                  + " section");
      assertThat(problem(alone, "clients: {a: {rate-limit: 50 in 1s}}"))
          .isEqualTo(
              "heed.yaml:1:27 rate-limit: needs the module heed-resilience4j: add it, or remove the"
                  + " key");
      assertThat(problem(alone, "clients: {a: {hedge: {delay: 1s}, rate-limit: none}}")).isEmpty();
    }
  }

  private static String problem(ClassLoader loader, String text) throws Exception {
    try {
      loader
          .loadClass(SettingsFile.class.getName())
          .getMethod("parse", String.class, String.class)
          .invoke(null, "heed.yaml", text);
      return "";
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause().getMessage());
    }
  }
}
