package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
@Tag("G6")
final class BudgetCallsTest extends EngineFixture {

  private Heed small() {
    return plan.retryBudget(b -> b.saved(2).perSecond(0).ratio(0)).reports(true).build();
  }

  @Test
  void whenItIsEmptyTheResponseIsReturnedAndTheReasonSaysSo() throws Exception {
    Heed built = small();
    script(Step.reply(503, "1"));

    CallReport report = CallReport.of(driver.run(built, exchange));

    assertThat(exchange.sends).hasSize(3);
    assertThat(report.status()).hasValue(503);
    assertThat(report.gaveUpBecause()).contains(GaveUpBecause.BUDGET);
    assertThat(report.explanation())
        .isEqualTo(
            "the retry budget of https://api.example.com is empty (0 % of the calls of the last"
                + " 10 s and 0 a second): raise RetryBudget.ratio, or let the server recover");
    assertThat(report.attempts().get(2).asked()).isPresent();
  }

  @Test
  void whenItIsEmptyTheFailureIsRaised() {
    IOException reset = new IOException("reset");
    Heed built = small();
    try {
      driver.run(built, script(Step.failure(reset)));
    } catch (Exception e) {
      assertThat(e).isSameAs(reset);
    }

    assertThat(exchange.sends).hasSize(3);
    assertThat(CallReport.of(reset).gaveUpBecause()).contains(GaveUpBecause.BUDGET);
  }

  @Test
  void allCallsToOnePartitionShareIt() throws Exception {
    Heed built = small();
    List<Integer> sends = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      driver.run(built, script(Step.reply(503)));
      sends.add(exchange.sends.size());
    }
    driver.run(built, script(Step.reply(503)).to("https://other.example.com/"));

    assertThat(sends).containsExactly(3, 1, 1);
    assertThat(exchange.sends).hasSize(3);
  }

  @Test
  void aRetryThatSomethingElseStopsCostsNothing() throws Exception {
    Heed built = small();
    StubExchange post = script(Step.reply(503));
    post.method = "POST";
    driver.run(built, post);
    driver.run(built, script(Step.reply(503, "3600")));
    driver.run(built, script(Step.reply(404)));
    driver.run(
        built, script(Step.reply(503)), CallOptions.builder().callTimeout(seconds(0.5)).build());

    assertThat(built.partitions().get(0).retryBudget().state()).isEqualTo("2 of 2 saved");
  }

  @Test
  @Tag("R9")
  void aRepeatWithFreshCredentialsCostsNothing() throws Exception {
    plan.reauthenticate(request -> java.util.concurrent.CompletableFuture.completedFuture(null));
    Heed built = small();

    driver.run(built, script(Step.reply(401), Step.reply(200)));

    assertThat(built.partitions().get(0).retryBudget().state()).isEqualTo("2 of 2 saved");
  }

  @Test
  void inALongOutageTheServerGetsAFifthMoreAndNotFourTimesTheLoad() throws Exception {
    Heed built = plan.retryBudget().retry(r -> r.baseDelay(seconds(0))).build();
    int calls = 1000;
    int sends = 0;
    for (int i = 0; i < calls; i++) {
      driver.run(built, script(Step.reply(503)));
      sends += exchange.sends.size();
    }

    assertThat(sends).isBetween(calls + calls / 5 + 99, calls + calls / 5 + 100);
  }
}
