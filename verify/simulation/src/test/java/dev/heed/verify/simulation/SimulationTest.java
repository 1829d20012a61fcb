package dev.heed.verify.simulation;

import static dev.heed.verify.simulation.Scenarios.APART;
import static dev.heed.verify.simulation.Scenarios.BREAKER;
import static dev.heed.verify.simulation.Scenarios.BUDGET;
import static dev.heed.verify.simulation.Scenarios.COOLDOWN;
import static dev.heed.verify.simulation.Scenarios.FLEET;
import static dev.heed.verify.simulation.Scenarios.HEDGES;
import static dev.heed.verify.simulation.Scenarios.HEDGES_BUDGET;
import static dev.heed.verify.simulation.Scenarios.HEDGES_PERCENTILE;
import static dev.heed.verify.simulation.Scenarios.HINTS;
import static dev.heed.verify.simulation.Scenarios.HINTS_BUDGET;
import static dev.heed.verify.simulation.Scenarios.JITTER;
import static dev.heed.verify.simulation.Scenarios.NO_JITTER;
import static dev.heed.verify.simulation.Scenarios.ONCE;
import static dev.heed.verify.simulation.Scenarios.RETRIES;
import static dev.heed.verify.simulation.Scenarios.STANDARD;
import static dev.heed.verify.simulation.Scenarios.STANDARD_COOLDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.hint.Hints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the simulation has to show, and that docs/simulation.md is what it shows. */
final class SimulationTest {

  private static final long SEED = 1;

  /** With 1,000 calls a second. */
  private static final int CALLS_IN_100_MS = 100;

  /** The runs of the page, which all tests share. */
  private static final Results PAGE = new Results(SEED);

  private static Tally in(Scenario scenario) {
    return PAGE.of(scenario);
  }

  @Test
  void thePageIsWhatTheSimulationShows() throws IOException {
    // Tests of this module run in verify/simulation.
    Path file = Path.of("").toAbsolutePath().getParent().getParent().resolve("docs/simulation.md");
    String page = Page.of(PAGE);
    if (Boolean.getBoolean("simulation.update")) {
      Files.writeString(file, page);
    }
    assertThat(Files.exists(file) ? Files.readString(file).replace("\r\n", "\n") : "")
        .as("docs/simulation.md; if that is meant: %s", Page.UPDATE)
        .isEqualTo(page);
  }

  @Test
  void theSameSeedGivesTheSamePageAndAnotherSeedAnother() {
    assertThat(Page.of(new Results(SEED))).isEqualTo(Page.of(PAGE));
    assertThat(Simulation.run(BUDGET, SEED + 1).amplification())
        .isNotEqualTo(in(BUDGET).amplification());
  }

  @Test
  void everyCallEnds() {
    assertThat(Scenarios.all()).allMatch(scenario -> in(scenario).isComplete());
  }

  @Test
  @Tag("G6")
  void withoutABudgetAServerInTroubleGetsAMultipleOfItsLoad() {
    assertThat(in(ONCE).amplification()).isEqualTo(1);
    assertThat(in(RETRIES).amplification()).isGreaterThanOrEqualTo(3.5);
  }

  @Test
  @Tag("G6")
  void withABudgetItGetsAQuarterMoreAtMost() {
    assertThat(in(BUDGET).amplification()).isBetween(1.1, 1.25);
    assertThat(in(HINTS_BUDGET).amplification()).isLessThanOrEqualTo(1.25);
    assertThat(in(STANDARD).amplification()).isLessThanOrEqualTo(1.25);
  }

  @Test
  @Tag("G6")
  void aServerThatComesBackIsKeptDownByRetriesAndNotByABudget() {
    assertThat(in(RETRIES).secondsToRecover(Simulation.END)).isGreaterThanOrEqualTo(3);
    assertThat(in(BUDGET).secondsToRecover(Simulation.END)).isZero();
  }

  @Test
  @Tag("G6")
  void manyClientsWithAPlanEachHaveToDivideTheBudget() {
    assertThat(in(APART).amplification()).isGreaterThanOrEqualTo(3.5);
    assertThat(in(FLEET).amplification()).isBetween(1.1, 1.25);
  }

  @Test
  @Tag("G9")
  void aBreakerSparesTheServerAndFindsOutWhenItIsBack() {
    assertThat(in(BREAKER).amplification()).isLessThan(0.1);
    assertThat(in(BREAKER).secondsToRecover(Simulation.END)).isBetween(0, 6);
    assertThat(in(STANDARD).secondsToRecover(Simulation.END)).isBetween(0, 6);
  }

  @Test
  @Tag("W3")
  void jitterTakesWavesOfRetriesApart() {
    assertThat(in(NO_JITTER).mostRetriesInOutage()).isGreaterThanOrEqualTo(Load.CLIENTS);
    assertThat(in(JITTER).mostRetriesInOutage()).isLessThan(Load.CLIENTS / 4);
  }

  @Test
  @Tag("W1")
  void noCallIsSentInsideTheHintThatItWasGiven() {
    assertThat(Scenarios.all()).allMatch(scenario -> in(scenario).insideOwnHint() == 0);
    assertThat(in(HINTS).insideAnyHint()).isGreaterThan(10_000);
  }

  @Test
  @Tag("G7")
  void withACooldownNothingIsSentInsideAnyHint() {
    assertThat(in(COOLDOWN).insideAnyHint()).isZero();
    assertThat(in(STANDARD_COOLDOWN).insideAnyHint()).isZero();
  }

  @Test
  @Tag("G7")
  void theReturnAfterAHintIsASpikeAndAfterACooldownIsNot() {
    assertThat(in(HINTS).mostWhenBack()).isGreaterThan(10 * CALLS_IN_100_MS);
    assertThat(in(HINTS_BUDGET).mostWhenBack())
        .isBetween(5 * CALLS_IN_100_MS, in(HINTS).mostWhenBack() / 2);
    assertThat(in(COOLDOWN).mostWhenBack()).isLessThan(2 * CALLS_IN_100_MS);
    assertThat(in(STANDARD_COOLDOWN).mostWhenBack()).isLessThan(2 * CALLS_IN_100_MS);
  }

  @Test
  @Tag("G7")
  void aServerThatComesBackIsKeptDownByASpikeAndNotByACooldown() {
    assertThat(in(HINTS).secondsToRecover(Simulation.END))
        .isGreaterThan(in(RETRIES).secondsToRecover(Simulation.END));
    assertThat(in(COOLDOWN).secondsToRecover(Simulation.END)).isBetween(0, 2);
    assertThat(in(STANDARD_COOLDOWN).secondsToRecover(Simulation.END)).isBetween(0, 2);
  }

  @Test
  @Tag("Z1")
  void hedgingHalvesTheSlowestCallsWhileAllIsWell() {
    long unhedged = in(ONCE).percentile(99, 0, Server.FAILS);
    assertThat(in(HEDGES).percentile(99, 0, Server.FAILS)).isLessThan(unhedged / 2);
    assertThat(in(HEDGES_BUDGET).percentile(99, 0, Server.FAILS)).isLessThan(unhedged / 2);
    assertThat(in(HEDGES_PERCENTILE).percentile(99, 0, Server.FAILS)).isLessThan(unhedged / 2);
  }

  @Test
  @Tag("Z4")
  void hedgesTakeFromTheBudgetAsRetriesDo() {
    assertThat(in(HEDGES).amplification()).isGreaterThan(1.9);
    assertThat(in(HEDGES_BUDGET).amplification()).isBetween(1.1, 1.25);
    assertThat(in(HEDGES_PERCENTILE).amplification()).isBetween(1.1, 1.25);
  }

  @Test
  void clientsThatReadNoHintsAreFoundOut() {
    Scenario deaf = new Scenario("deaf", plan -> plan.hints(Hints.none()), true, false, 1);
    assertThat(Simulation.run(deaf, SEED).insideOwnHint()).isGreaterThan(10_000);
  }

  @Test
  void aCooldownThatReleasesAllTogetherIsFoundOut() {
    Scenario herd =
        new Scenario("herd", plan -> plan.cooldown(c -> c.spread(Duration.ZERO)), true, false, 1);
    assertThat(Simulation.run(herd, SEED).mostWhenBack()).isGreaterThan(10 * CALLS_IN_100_MS);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3})
  @Tag("G6")
  @Tag("G7")
  void theSeedOfThePageIsNotAnException(long seed) {
    assertThat(Simulation.run(RETRIES, seed).amplification()).isGreaterThanOrEqualTo(3.5);
    assertThat(Simulation.run(BUDGET, seed).amplification()).isLessThanOrEqualTo(1.25);
    Tally cooldown = Simulation.run(COOLDOWN, seed);
    assertThat(cooldown.insideAnyHint()).isZero();
    assertThat(cooldown.mostWhenBack()).isLessThan(2 * CALLS_IN_100_MS);
  }
}
