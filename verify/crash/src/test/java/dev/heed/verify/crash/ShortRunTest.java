package dev.heed.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the whole run, and queues with wrong stores, which it must find. */
class ShortRunTest {

  private static final long FIRST = 1;

  @TempDir Path folder;

  private List<Result> run(List<Kind> kinds) throws IOException, InterruptedException {
    try (CrashRun run = new CrashRun(folder, line -> {})) {
      kinds.forEach(kind -> run.add(kind, FIRST));
      return run.run(2);
    }
  }

  private static List<String> wrong(List<Result> results) {
    List<String> wrong = new ArrayList<>();
    results.forEach(r -> r.wrong().forEach(what -> wrong.add(r.name() + ": " + what)));
    return wrong;
  }

  @Test
  @Tag("D4")
  @Tag("D5")
  void nothingIsLostWhereverTheProcessIsKilled() throws IOException, InterruptedException {
    List<Kind> kinds =
        Kind.all().stream().filter(kind -> kind.scenario() != FullMount.SCENARIO).toList();

    List<Result> results = run(kinds);

    assertThat(wrong(results)).isEmpty();
    assertThat(results).hasSameSizeAs(kinds);
    // One that is killed before its queue is open accepts nothing, and that is well.
    assertThat(results.stream().mapToInt(r -> r.account().sums().accepted()).sum()).isPositive();
  }

  private static Kind with(String store) {
    Scenario scenario =
        round -> {
          ChildProcess child =
              round.start(
                  round
                      .next()
                      .with("store", store)
                      .with("point", Point.BEFORE_SETTLE)
                      .with("times", 5));
          child.await("point");
          round.kill(child);
          round.drain(round.next().with("store", store).with("patience", 1));
        };
    return new Kind("wrong-" + store, "a wrong store", 1, scenario);
  }

  @Test
  void aStoreThatForgetsIsFound() throws IOException, InterruptedException {
    assertThat(wrong(run(List.of(with("memory")))))
        .anyMatch(what -> what.contains("accepted events are lost"));
  }

  @Test
  void aStoreThatDoesNotLetGoIsFound() throws IOException, InterruptedException {
    assertThat(wrong(run(List.of(with("clinging")))))
        .anyMatch(
            what -> what.contains("uploads came again, which only 1 kills could have caused"));
  }
}
