package dev.heed.verify.crash;

import dev.heed.time.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Runs rounds, some at a time, and collects how they ended. The folders of rounds that went well
 * are removed; those of others stay, for whoever wants to look.
 */
final class CrashRun implements Closeable {

  /** So many rounds are over before an archive of classes would have paid. */
  private static final int FEW = 30;

  private final Path folder;
  private final Halting.Pipe out;
  private final Queue<Job> jobs = new ConcurrentLinkedQueue<>();
  private final List<Result> results = Collections.synchronizedList(new ArrayList<>());
  private final List<Helpers> helpers = new ArrayList<>();

  private record Job(Kind kind, String name) {}

  CrashRun(Path folder, Halting.Pipe out) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.out = out;
  }

  /** A round that is to be run. */
  void add(Kind kind, long number) {
    jobs.add(new Job(kind, kind.round(number)));
  }

  /** The kinds take turns, so that a run that is ended early has looked at all of them. */
  private void add(List<Kind> kinds, Options options) {
    int most = kinds.stream().mapToInt(options::rounds).max().orElse(0);
    for (int i = 0; i < most; i++) {
      for (Kind kind : kinds) {
        if (i < options.rounds(kind)) {
          add(kind, options.seed() + i);
        }
      }
    }
  }

  /** Runs them all, in so many lanes. */
  List<Result> run(int lanes) throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      Helpers own = new Helpers();
      helpers.add(own);
      if (i == 0 && jobs.size() > FEW) {
        Jvm.train(folder, own);
      }
      Thread lane = new Thread(() -> work(own));
      threads.add(lane);
      lane.start();
    }
    for (Thread lane : threads) {
      lane.join();
    }
    return List.copyOf(results);
  }

  private void work(Helpers own) {
    for (Job job = jobs.poll(); job != null; job = jobs.poll()) {
      Result result = run(job, own);
      results.add(result);
      tell(result);
    }
  }

  private Result run(Job job, Helpers own) {
    try (Round round = new Round(job.name(), folder, own)) {
      job.kind().scenario().run(round);
      Result result = round.close(job.kind().name());
      if (result.wrong().isEmpty()) {
        remove(round.folder());
      }
      return result;
    } catch (IOException | RuntimeException e) {
      return Result.broken(job.kind().name(), job.name(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Result.broken(job.kind().name(), job.name(), "interrupted");
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    Files.deleteIfExists(folder.resolveSibling(folder.getFileName() + ".log"));
  }

  private synchronized void tell(Result result) {
    out.say(result.name() + (result.wrong().isEmpty() ? "  ok  " : "  WRONG  ") + result.sums());
    result.wrong().forEach(what -> out.say("    " + what));
  }

  @Override
  public void close() {
    helpers.forEach(Helpers::close);
  }

  private static void print(String line) {
    System.out.println(line);
  }

  /** The command; see the README beside. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Options options = Options.of(arguments);
    TimeSource time = TimeSource.system();
    long begun = time.nanoTime();
    List<String> notes = new ArrayList<>();
    List<Result> results;
    try (CrashRun run = new CrashRun(options.folder(), CrashRun::print)) {
      List<Kind> kinds = new ArrayList<>(Kind.all());
      if (!FullMount.possible(options.folder())) {
        notes.add(FullMount.IMPOSSIBLE);
        kinds.removeIf(kind -> kind.scenario() == FullMount.SCENARIO);
      }
      run.add(kinds, options);
      results = run.run(options.lanes());
    }
    long seconds = Duration.ofNanos(time.nanoTime() - begun).toSeconds();
    boolean good = !results.isEmpty() && results.stream().allMatch(r -> r.wrong().isEmpty());
    print(results.size() + " rounds in " + seconds + " s: " + (good ? "all is well" : "WRONG"));
    if (options.report() != null) {
      new Report(results, notes, seconds).write(options.report());
    }
    System.exit(good ? 0 : 1);
  }
}
