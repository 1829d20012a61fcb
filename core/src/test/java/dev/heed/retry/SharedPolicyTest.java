package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One plan, many calls: what happened to one of them is nothing to the next. */
@ParameterizedClass
@EnumSource(Driver.class)
final class SharedPolicyTest extends EngineFixture {

  @Test
  @Tag("O5")
  @Tag("W3")
  void aCallThatUsedAllItsRetriesLeavesThoseOfTheNextAsTheyWere() throws Exception {
    Heed built = plan.retry(r -> r.maxRetries(5)).build();
    driver.run(built, script(Step.reply(503)));
    assertThat(exchange.sends).hasSize(6);
    Duration before = time.elapsed();

    Reply second = driver.run(built, script(Step.reply(503), Step.reply(200)));

    assertThat(second.status()).isEqualTo(200);
    assertThat(time.elapsed().minus(before)).isEqualTo(seconds(1));
  }

  @Test
  @Tag("R6")
  void soManyRetriesAreSoManySendsAndOneMore() throws Exception {
    for (int retries : List.of(0, 1, 2)) {
      driver.run(plan.retry(r -> r.maxRetries(retries)).build(), script(Step.reply(503)));
      assertThat(exchange.sends).hasSize(retries + 1);
    }
  }

  @Test
  @Tag("R2")
  void anEmptyListOfStatusesIsNotTheDefaultOne() throws Exception {
    driver.run(plan.retry(r -> r.statuses()).build(), script(Step.reply(429)));
    assertThat(exchange.sends).hasSize(1);
  }

  @Test
  @Tag("Z3")
  @Tag("G6")
  void aCallWhoseHedgesFailWhileTheBudgetEmptiesEndsWithTheLastOfThem() throws Exception {
    Heed built =
        Heed.builder("hedged")
            .time(time)
            .reports(true)
            .hedge(h -> h.maxHedges(3).delay(Duration.ofMillis(50)))
            .retryBudget(b -> b.ratio(0).perSecond(0).saved(1))
            .build();

    Reply reply =
        driver.run(
            built,
            script(
                Step.reply(503).after(Duration.ofMillis(60)),
                Step.reply(500).after(Duration.ofMillis(90))));

    assertThat(reply.status()).isEqualTo(500);
    assertThat(exchange.sends).hasSize(2);
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(140));
    assertThat(CallReport.of(reply).gaveUpBecause()).contains(GaveUpBecause.BUDGET);
  }
}
