package dev.heed.verify.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** The page about a whole run. */
final class Report {

  private static final String HEAD =
      """
      # Durability, by force

      Made by one command, `verify/crash/run`. A process with a queue on a file store is killed
      with SIGKILL by its parent, starved or confused; a server and a ledger in processes of their
      own know what the queue had accepted and what has arrived. Each round ends with a process
      that delivers what is left, and with a comparison of the two.

      - **accepted**: `offer` had said so, and the ledger had it in writing, before the process died.
      - **again**: events that arrived a second time. A kill between the server's answer and the
        moment when it is on the disk makes the batch in flight come again: at most one batch for
        each kill. Where nobody was killed, none may.
      - **dropped**: refused by the server for good (in some rounds it answers one upload in five
        with 400), and in the dead letter file with that reason. Nothing else may be dropped.
      - **lost**: accepted, and neither delivered nor dropped. Must be 0.
      - **malformed**: uploads that are not a JSON array of whole events, byte for byte as they were
        offered. Must be 0.

      A kill of a process tells nothing about the power: what the kernel has been given it will
      write. What the sync modes promise for that case is in [delivery](delivery.md).

      """;

  private final List<Result> results;
  private final List<String> notes;
  private final long seconds;

  Report(List<Result> results, List<String> notes, long seconds) {
    this.results = results;
    this.notes = notes;
    this.seconds = seconds;
  }

  void write(Path file) throws IOException {
    Files.writeString(file, text());
  }

  String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("Java ").append(System.getProperty("java.vm.version"));
    page.append(", ").append(System.getProperty("os.name")).append(", ");
    page.append(Runtime.getRuntime().availableProcessors()).append(" processors; ");
    page.append(results.size()).append(" rounds in ").append(seconds).append(" s, ");
    page.append(kills(results)).append(" processes killed.\n\n");
    page.append("| rounds | what happens | killed | accepted | delivered | again | dropped |");
    page.append(" lost | malformed |\n|---|---|---|---|---|---|---|---|---|\n");
    for (Kind kind : Kind.all()) {
      List<Result> own = results.stream().filter(r -> r.kind().equals(kind.name())).toList();
      if (!own.isEmpty()) {
        row(page, own.size() + " `" + kind.name() + "`", kind.text(), own);
      }
    }
    row(page, results.size() + " in all", "", results);
    page.append('\n');
    notes.forEach(note -> page.append(note).append("\n\n"));
    verdict(page);
    return page.toString();
  }

  private static void row(StringBuilder page, String name, String text, List<Result> own) {
    List<String> cells = new ArrayList<>(List.of(name, text));
    cells.add(Integer.toString(kills(own)));
    cells.add(sum(own, r -> r.account().sums().accepted()));
    cells.add(sum(own, r -> r.account().sums().delivered()));
    cells.add(sum(own, r -> r.account().duplicated()));
    cells.add(dropped(own));
    cells.add(sum(own, r -> r.account().lost().size()));
    cells.add(
        sum(
            own,
            r -> r.account().faults().malformed().size() + r.account().faults().altered().size()));
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static int kills(List<Result> some) {
    return some.stream().mapToInt(Result::kills).sum();
  }

  private static String sum(List<Result> some, ToIntFunction<Result> number) {
    return Integer.toString(some.stream().mapToInt(number).sum());
  }

  private static String dropped(List<Result> some) {
    Map<String, Integer> all = new TreeMap<>();
    some.forEach(
        r -> r.account().sums().dropped().forEach((k, v) -> all.merge(k, v, Integer::sum)));
    List<String> texts = new ArrayList<>();
    all.forEach((reason, count) -> texts.add(count + " " + reason));
    return texts.isEmpty() ? "0" : String.join(", ", texts);
  }

  private void verdict(StringBuilder page) {
    List<Result> bad = results.stream().filter(r -> !r.wrong().isEmpty()).toList();
    if (bad.isEmpty()) {
      page.append("All rounds ended as they must.\n");
      return;
    }
    page.append(
        "**Not as it must be**, and to be run again with `verify/crash/run --round NAME`:\n\n");
    for (Result result : bad) {
      page.append("- `").append(result.name()).append("`: ");
      page.append(String.join("; ", result.wrong())).append('\n');
    }
  }
}
