package dev.heed.verify.simulation;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page docs/simulation.md: the text of page.md, with the figures in their places. */
final class Page {

  static final String UPDATE = "mvn -pl verify/simulation -am test -Dsimulation.update=true";

  private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");
  private static final String CHART = "chart ";
  private static final String HEADS =
      "| Scenario | Sends | Peak | Own | All | Outage | After | p50 | p99 | before | Well after |";

  // A closer look at clients in step, from just before a wave.
  private static final int CLOSE_FROM_SECOND = 14;
  private static final int CLOSE_COLUMNS = 80;

  private final Results results;

  private Page(Results results) {
    this.results = results;
  }

  static String of(Results results) {
    Page page = new Page(results);
    return PLACE
        .matcher(text())
        .replaceAll(place -> Matcher.quoteReplacement(page.filled(place.group(1))));
  }

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(Page.class.getResourceAsStream("page.md"), "page.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String filled(String place) {
    if (place.startsWith(CHART)) {
      return chart(place.substring(CHART.length()));
    }
    return switch (place) {
      case "update" -> UPDATE;
      case "table" -> table();
      case "calls" -> String.format(ROOT, "%,d", results.of(Scenarios.ONCE).calls());
      case "end" -> String.valueOf(Simulation.END / Server.SECOND);
      default -> throw new IllegalStateException("page.md has an unknown place: " + place);
    };
  }

  private String chart(String name) {
    Scenario scenario =
        Scenarios.all().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("page.md has no scenario: " + name));
    Tally tally = results.of(scenario);
    Chart chart =
        scenario.inStep()
            ? Chart.close(tally, CLOSE_FROM_SECOND, CLOSE_COLUMNS)
            : Chart.whole(tally);
    return "```text\nrequests a second\n" + String.join("\n", chart.lines()) + "\n```";
  }

  private String table() {
    return Scenarios.all().stream()
        .map(this::row)
        .collect(Collectors.joining("\n", HEADS + "\n|" + " --- |".repeat(11) + "\n", ""));
  }

  private String row(Scenario scenario) {
    Tally tally = results.of(scenario);
    int recovered = tally.secondsToRecover(Simulation.END);
    return List.of(
            scenario.name(),
            String.format(ROOT, "%.2f", tally.amplification()),
            String.format(ROOT, "%,d", tally.mostWhenBack()),
            String.format(ROOT, "%,d", tally.insideOwnHint()),
            String.format(ROOT, "%,d", tally.insideAnyHint()),
            percent(tally.success(Server.FAILS, Server.BACK)),
            percent(tally.success(Server.BACK, Simulation.END)),
            time(tally.percentile(50, 0, Simulation.END)),
            time(tally.percentile(99, 0, Simulation.END)),
            time(tally.percentile(99, 0, Server.FAILS)),
            recovered < 0 ? "not yet" : recovered + " s")
        .stream()
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String percent(double part) {
    return String.format(ROOT, "%.1f %%", 100 * part);
  }

  private static String time(long nanos) {
    return nanos < Server.SECOND
        ? String.format(ROOT, "%d ms", nanos / Server.MILLI)
        : String.format(ROOT, "%.1f s", (double) nanos / Server.SECOND);
  }
}
