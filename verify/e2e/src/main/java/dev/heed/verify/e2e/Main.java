package dev.heed.verify.e2e;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the suite on a command and prints what is wrong. */
public final class Main {

  private static final String USAGE =
      """
      Usage: verify/e2e/run [--groups A,B] [--skip A,B] [--case TEXT] [--parallel N] [--list] COMMAND...

      Runs the suite on a command that speaks the protocol: it is started as
      COMMAND... --input '{...}' once for each case.

        --groups A,B   only these groups
        --skip A,B     all groups but these
        --case TEXT    only cases whose name contains this
        --parallel N   how many cases at the same time; 4 by default
        --list         print the names of the cases, and run nothing
      Exit status: 0 all passed, 1 some failed, 2 wrong usage.
      """;

  private Main() {}

  /**
   * Runs the suite and ends the process.
   *
   * @param args options, and then the command
   */
  public static void main(String[] args) throws InterruptedException {
    System.exit(run(List.of(args), System.out));
  }

  static int run(List<String> args, PrintStream out) throws InterruptedException {
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      out.println("verify/e2e/run: " + e.getMessage());
      out.print(USAGE);
      return 2;
    }
    List<Case> cases = Case.all().stream().filter(options::wants).toList();
    if (options.list()) {
      cases.forEach(test -> out.println(test.id() + "  " + test.from()));
      return 0;
    }
    List<Callable<List<String>>> runs = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(options.parallel());
    try (Runner runner = new Runner(new ProcessCommand(options.command()))) {
      cases.forEach(test -> runs.add(() -> runner.run(test)));
      List<Future<List<String>>> outcomes = new ArrayList<>();
      runs.forEach(run -> outcomes.add(pool.submit(run)));
      return report(cases, outcomes, out);
    } finally {
      pool.shutdownNow();
    }
  }

  private static int report(List<Case> cases, List<Future<List<String>>> outcomes, PrintStream out)
      throws InterruptedException {
    int failed = 0;
    for (int i = 0; i < cases.size(); i++) {
      List<String> complaints = complaints(outcomes.get(i));
      failed += complaints.isEmpty() ? 0 : 1;
      Case test = cases.get(i);
      out.println((complaints.isEmpty() ? "ok    " : "FAIL  ") + test.id());
      complaints.forEach(complaint -> out.println("        " + complaint));
      if (!complaints.isEmpty()) {
        out.println("        from " + String.join(", ", test.from()));
      }
    }
    out.println((cases.size() - failed) + " of " + cases.size() + " cases passed");
    return failed == 0 ? 0 : 1;
  }

  private static List<String> complaints(Future<List<String>> outcome) throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      return List.of("the suite itself failed: " + e.getCause());
    }
  }

  /** What the arguments say. */
  private record Options(
      Set<String> groups,
      Set<String> skipped,
      String name,
      int parallel,
      boolean list,
      List<String> command) {

    static Options parse(List<String> args) {
      Set<String> groups = Set.of();
      Set<String> skipped = Set.of();
      String name = "";
      int parallel = 4;
      boolean list = false;
      int at = 0;
      while (at < args.size() && args.get(at).startsWith("--")) {
        String option = args.get(at++);
        if (option.equals("--list")) {
          list = true;
          continue;
        }
        if (at == args.size()) {
          throw new IllegalArgumentException(option + " needs a value");
        }
        String value = args.get(at++);
        switch (option) {
          case "--groups" -> groups = Set.of(value.split(",", -1));
          case "--skip" -> skipped = Set.of(value.split(",", -1));
          case "--case" -> name = value;
          case "--parallel" -> parallel = Math.max(1, Integer.parseInt(value));
          default -> throw new IllegalArgumentException("unknown option " + option);
        }
      }
      if (at == args.size() && !list) {
        throw new IllegalArgumentException("there is no command to run");
      }
      return new Options(groups, skipped, name, parallel, list, args.subList(at, args.size()));
    }

    boolean wants(Case test) {
      return (groups.isEmpty() || groups.contains(test.group()))
          && !skipped.contains(test.group())
          && test.name().contains(name);
    }
  }
}
