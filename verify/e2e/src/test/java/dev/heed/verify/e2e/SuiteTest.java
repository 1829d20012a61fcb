package dev.heed.verify.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.segment.e2e.SegmentE2e;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every case on the command of this project, on one that is right, and on one that is wrong. */
class SuiteTest {

  /** They wait most of the time. */
  private static final int AT_ONCE = 24;

  private static final ExecutorService POOL = Executors.newFixedThreadPool(AT_ONCE);

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  /** One case on one command. */
  private record Trial(Case test, String what, Command command, boolean passes) {

    List<String> run() throws InterruptedException {
      try (Runner runner = new Runner(command)) {
        return runner.run(test);
      }
    }
  }

  @TestFactory
  @Tag("D8")
  Stream<DynamicTest> theCommandOfThisProjectPassesEachCase() {
    return all(
        test -> new Trial(test, test.id(), input -> SegmentE2e.run(input).json() + "\n", true));
  }

  @TestFactory
  Stream<DynamicTest> theSimplestRightCommandPassesEachCase() {
    return all(test -> new Trial(test, test.id(), WrongCommand.with(), true));
  }

  @TestFactory
  Stream<DynamicTest> eachCaseFindsAWrongCommand() {
    return all(SuiteTest::wrong);
  }

  private static Trial wrong(Case test) {
    Fault fault = Fault.valueOf(test.json().path("finds").asString());
    return new Trial(test, test.id() + " finds " + fault, WrongCommand.with(fault), false);
  }

  /** Makes the trial of a case. */
  private interface Making {
    Trial of(Case test);
  }

  private static Stream<DynamicTest> all(Making making) {
    List<DynamicTest> tests = new ArrayList<>();
    for (Case test : Case.all()) {
      Trial trial = making.of(test);
      Future<List<String>> complaints = POOL.submit(trial::run);
      tests.add(DynamicTest.dynamicTest(trial.what(), () -> judge(trial, complaints.get())));
    }
    return tests.stream();
  }

  private static void judge(Trial trial, List<String> complaints) {
    if (trial.passes()) {
      assertThat(complaints).isEmpty();
    } else {
      assertThat(complaints).as("what the case finds").isNotEmpty();
    }
  }
}
