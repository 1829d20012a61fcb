package dev.heed.verify.e2e;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs cases on a command. Safe for use by several threads. */
final class Runner implements AutoCloseable {

  private static final TimeSource TIME = TimeSource.system();

  private final Command command;
  private final ExecutorService serving = Executors.newCachedThreadPool();

  Runner(Command command) {
    this.command = command;
  }

  /**
   * Runs one case.
   *
   * @return what is wrong; empty for nothing
   */
  List<String> run(Case test) throws InterruptedException {
    List<Upload> uploads = new ArrayList<>();
    List<Reply> replies = new ArrayList<>(test.replies());
    try (Server here = new Server("first", replies, upload -> add(upload, uploads), serving);
        Server there = new Server("second", replies, upload -> add(upload, uploads), serving)) {
      here.settings(test.hasSettings() ? test.settings(there.address()) : Reply.parse("404"));
      long start = TIME.nanoTime();
      Result result = Result.of(command.run(test.input(here.address())));
      long tookMs = (TIME.nanoTime() - start) / 1_000_000;
      synchronized (uploads) {
        Observed observed =
            new Observed(List.copyOf(uploads), here.settingsPaths(), result, tookMs);
        return Verdict.of(test, observed);
      }
    } catch (IOException e) {
      return List.of("the command could not be run: " + e.getMessage());
    }
  }

  private static void add(Upload upload, List<Upload> uploads) {
    synchronized (uploads) {
      uploads.add(upload);
    }
  }

  @Override
  public void close() {
    serving.shutdownNow();
  }
}
