package dev.heed.verify.crash;

import dev.heed.time.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One round: a fresh folder, some processes that have their queue in it one after the other, and in
 * the end the books. All that is left to chance follows from the name of the round, apart from how
 * the threads of a process happen to run.
 */
final class Round implements Closeable {

  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final TimeSource TIME = TimeSource.system();

  private final String name;
  private final Path folder;
  private final Helpers helpers;
  private final Random chance;
  private final List<ChildProcess> children = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private RecordingServer.Manner manner = RecordingServer.Manner.FINE;
  private int kills;
  private int generation;

  Round(String name, Path parent, Helpers helpers) throws IOException {
    this.name = name;
    this.helpers = helpers;
    this.folder = parent.resolve(name.replace(':', '-'));
    this.chance = new Random(name.hashCode());
    Files.createDirectories(folder);
    helpers.begin(name.hashCode());
  }

  Random chance() {
    return chance;
  }

  Path folder() {
    return folder;
  }

  Helpers helpers() {
    return helpers;
  }

  /** How the server answers in this round, apart from what a scenario tells it. */
  void manner(RecordingServer.Manner usual) throws IOException {
    manner = usual;
    helpers.manner(usual, 0);
  }

  /** The settings of the next child. */
  Setup next() {
    generation++;
    return helpers
        .reachable(Setup.in(folder))
        .with("name", name.replace(':', '.') + "." + generation + ".")
        .with("seed", name.hashCode() + generation)
        .with("sync", Stores.MODES.get(Math.floorMod(name.hashCode(), Stores.MODES.size())));
  }

  ChildProcess start(Setup setup) throws IOException {
    ChildProcess child = new ChildProcess(setup);
    children.add(child);
    return child;
  }

  void kill(ChildProcess child) throws InterruptedException {
    kills++;
    child.kill();
  }

  /** Lets some time pass, less than so many milliseconds. */
  void moment(int millis) throws InterruptedException {
    TIME.sleepUntil(
        TIME.nanoTime() + Duration.ofMillis(millis).toNanos() * chance.nextInt(100) / 100);
  }

  /** Something is not as it must be. */
  void wrong(String what) {
    wrong.add(what);
  }

  /** A last process delivers what is left, and ends by itself. */
  void drain(Setup setup) throws IOException, InterruptedException {
    ChildProcess child = start(setup.with("work", "drain"));
    child.await("open");
    String left = child.await("closed");
    child.end();
    if (!left.startsWith("0 ")) {
      wrong("events are left in the queue that cannot be delivered: " + left);
    }
  }

  /** Compares; all processes have ended. */
  Result close(String kind) throws IOException {
    Books books = new Books();
    List<String> entries = helpers.entries();
    entries.forEach(books::ledger);
    List<String> uploads = helpers.uploads();
    uploads.forEach(books::upload);
    books.deadLetters(deadLetters());
    Account account = books.close();
    wrong.addAll(account.violations(kills));
    if (manner != RecordingServer.Manner.REFUSING && !account.sums().dropped().isEmpty()) {
      wrong.add("events were dropped without cause: " + account.sums().dropped());
    }
    return new Result(kind, name, kills, account, wrong);
  }

  private Set<String> deadLetters() throws IOException {
    Path file = folder.resolve("dead.ndjson");
    Set<String> ids = new HashSet<>();
    if (Files.exists(file)) {
      Matcher matcher = ID.matcher(Files.readString(file));
      while (matcher.find()) {
        ids.add(matcher.group(1));
      }
    }
    return ids;
  }

  @Override
  public void close() {
    children.forEach(ChildProcess::close);
  }
}
