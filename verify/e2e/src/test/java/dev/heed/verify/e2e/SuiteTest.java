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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every case on the command of this project, on one that is right, and on one that is wrong. */
class SuiteTest {

  /** They wait most of the time. */
  private static final int AT_ONCE = 48;

  private static final ExecutorService POOL = Executors.newFixedThreadPool(AT_ONCE);

  private static final Command OURS = input -> SegmentE2e.run(input).json() + "\n";

  /** The first run of a process loads classes for a second, in which it keeps no time. */
  @BeforeAll
  static void warmUp() throws InterruptedException {
    new Trial(Case.all().get(0), "", OURS, true).run();
    new Trial(Case.all().get(0), "", WrongCommand.with(), true).run();
  }

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
    return all(Case.all().stream().map(test -> new Trial(test, test.id(), OURS, true)));
  }

  @TestFactory
  Stream<DynamicTest> theSimplestRightCommandPassesEachCase() {
    return all(
        Case.all().stream().map(test -> new Trial(test, test.id(), WrongCommand.with(), true)));
  }

  @TestFactory
  Stream<DynamicTest> eachCaseFindsAWrongCommand() {
    return all(
        Case.all().stream().flatMap(test -> test.finds().stream().map(name -> wrong(test, name))));
  }

  private static Trial wrong(Case test, String name) {
    WrongCommand command = WrongCommand.with(Fault.valueOf(name));
    return new Trial(test, test.id() + " finds " + name, command, false);
  }

  private static Stream<DynamicTest> all(Stream<Trial> trials) {
    List<DynamicTest> tests = new ArrayList<>();
    trials.forEach(
        trial -> {
          Future<List<String>> complaints = POOL.submit(trial::run);
          tests.add(DynamicTest.dynamicTest(trial.what(), () -> judge(trial, complaints.get())));
        });
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
