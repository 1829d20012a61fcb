package dev.heed.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.conformance.Mode;
import dev.heed.verify.conformance.SuiteRun.Failed;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A suite that finds nothing proves nothing. So here it is run on clients that are wrong, and each
 * has to fail in the rule that it breaks and in no other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongClientsTest {

  /** The suite waits more than it works, so that many can run on few processors. */
  private static final int AT_ONCE = 6;

  /** They count the threads of the whole process, and other runs are beside them. */
  private static final Set<String> COUNTING_THREADS =
      Set.of("waitingHoldsNoThread", "aThousandFailedAttemptsLeaveNothingBehind");

  /** The JDK's client sends a GET again by itself, whatever is around it. */
  private static final String FAULT_OF_THE_HOST = "theHostSendsNothingByItself";

  private final Map<WrongClient, Future<SuiteRun>> runs = new EnumMap<>(WrongClient.class);

  @BeforeAll
  void runTheSuiteOnAll() throws ExecutionException, InterruptedException {
    ExecutorService runners = Executors.newFixedThreadPool(AT_ONCE);
    for (WrongClient client : WrongClient.values()) {
      runs.put(client, runners.submit(() -> run(client)));
    }
    for (Future<SuiteRun> run : runs.values()) {
      run.get();
    }
    runners.shutdown();
  }

  private static SuiteRun run(WrongClient client) {
    return SuiteRun.on(client.adapter(), test -> isWanted(client, test));
  }

  private static boolean isWanted(WrongClient client, String test) {
    boolean alone = COUNTING_THREADS.contains(test) && !client.tests().contains(test);
    return !alone && !test.equals(FAULT_OF_THE_HOST);
  }

  @ParameterizedTest
  @EnumSource
  void wrongClientFailsInTheRuleThatItBreaksAndInNoOther(WrongClient client)
      throws ExecutionException, InterruptedException {
    List<String> objections = objections(client, runs.get(client).get());
    if (!objections.isEmpty()) {
      // So many at once are late at times. What is said of a client must be true of it alone.
      List<String> alone = objections(client, run(client));
      objections = objections.stream().filter(alone::contains).toList();
    }
    assertThat(objections).isEmpty();
  }

  private static List<String> objections(WrongClient client, SuiteRun run) {
    Stream<String> others =
        run.failed().stream()
            .filter(test -> !client.breaksOneOf(test.rules()))
            .map(test -> "fails in another rule: " + test.test() + " " + test.rules());
    Stream<String> missing =
        client.rules().stream()
            .filter(
                rule -> run.failed().stream().map(Failed::rules).noneMatch(r -> r.contains(rule)))
            .map(rule -> "does not fail in " + rule);
    return Stream.concat(others, missing).toList();
  }

  @Test
  void everyRuleOfTheSuiteIsBrokenByOne() throws ExecutionException, InterruptedException {
    Set<String> broken = new TreeSet<>();
    Set<String> shown = new TreeSet<>();
    for (WrongClient client : WrongClient.values()) {
      broken.addAll(client.rules());
      shown.addAll(runs.get(client).get().rules());
    }
    assertThat(broken).isEqualTo(shown);
  }

  @ParameterizedTest
  @EnumSource(names = {"BLOCKING_HTTP_1_1", "ASYNC_HTTP_1_1"})
  void rightClientFailsNowhere(Mode mode) {
    WrongAdapter right = new WrongAdapter("right", mode, Fault.none());
    SuiteRun run = SuiteRun.on(right, test -> !test.equals(FAULT_OF_THE_HOST));
    assertThat(run.failed()).isEmpty();
    assertThat(run.tests()).isGreaterThan(90);
  }
}
