package dev.heed.verify.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs everything once, side by side, and writes the report. */
public final class Report {

  private final StringBuilder text = new StringBuilder();
  private final Figures figures = new Figures();

  private Report() {}

  /**
   * Writes the report.
   *
   * @param args the file to write, and {@code --quick} for a short run that proves nothing
   */
  public static void main(String[] args) throws Exception {
    // Figures read the same wherever the report is made.
    Locale.setDefault(Locale.ROOT);
    boolean quick = args.length > 1 && args[1].equals("--quick");
    Report report = new Report();
    report.measure(quick);
    report.write(quick);
    if (!quick) {
      report.append("100,000 calls waiting at once", ManyWaiting.class);
      report.append("Never early", NeverEarly.class);
    }
    Files.writeString(Path.of(args[0]), report.text);
  }

  private void measure(boolean quick) throws RunnerException {
    String stubs = Report.class.getPackageName() + "\\.(Success|Hint|WholePipeline).*";
    new Runner(options(stubs, quick ? 1 : 2, quick ? 1 : 5, 500)).run().forEach(figures::add);
  }

  private static Options options(String include, int forks, int iterations, int millis) {
    return new OptionsBuilder()
        .include(include)
        .forks(forks)
        .warmupIterations(iterations)
        .warmupTime(TimeValue.milliseconds(millis))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.milliseconds(millis))
        .addProfiler(GCProfiler.class)
        .build();
  }

  private void write(boolean quick) throws IOException {
    line("# Benchmarks");
    line("");
    line("Made by one command, `verify/benchmarks/run`, in one run side by side: a success path,");
    line("since that is what a call costs when nothing is wrong. Times of one machine say little;");
    line("the ratios are what to look at. \"Bar\" must hold, \"aim\" is where to go.");
    line("");
    line(
        "Java %s, %d processors."
            .formatted(Runtime.version(), Runtime.getRuntime().availableProcessors()));
    success("A GET over a stub transport, blocking", "SuccessBlocking");
    success("A GET over a stub transport, asynchronous", "SuccessAsync");
    bars();
    pipeline();
    loopback(quick);
    hints();
  }

  private void success(String title, String group) {
    line("");
    line("## %s".formatted(title));
    line("");
    line("| what | ns a call | bytes a call | without the stub: ns | bytes |");
    line("|---|---|---|---|---|");
    row("the stub alone", group, "bare");
    row("Heed, defaults", group, "heed");
    row("Heed, with a listener that counts", group, "heedListener");
    row("Failsafe 3.3.2, retry", group, "failsafe");
    if (group.equals("SuccessAsync")) {
      row("Failsafe 3.3.2, on the caller's thread", group, "failsafeDirect");
    }
    row("Methanol 1.9.0, retry interceptor", group, "methanol");
    row("Resilience4j 2.4.0, retry (no HTTP)", group, "resilience4j");
  }

  private void row(String what, String group, String method) {
    double ns = figures.score(group + "." + method);
    double bytes = figures.bytes(group + "." + method);
    line(
        "| %s | %.0f | %.0f | %.0f | %.0f |"
            .formatted(
                what,
                ns,
                bytes,
                ns - figures.score(group + ".bare"),
                bytes - figures.bytes(group + ".bare")));
  }

  private void bars() {
    line("");
    line("| bar or aim | figure | holds |");
    line("|---|---|---|");
    String blocking = "SuccessBlocking.";
    String async = "SuccessAsync.";
    atMost("bar: time of Failsafe, blocking, at most 1.0x", time(blocking, "failsafe"), 1.0);
    atMost(
        "bar: bytes of Failsafe, blocking, at most 1.0x",
        figures.bytes(blocking + "heed") / figures.bytes(blocking + "failsafe"),
        1.0);
    atMost("bar: time of Methanol, asynchronous, at most 0.5x", time(async, "methanol"), 0.5);
    atMost("aim: ns blocking, at most 60", figures.score(blocking + "heed"), 60);
    atMost("aim: bytes blocking, at most 256", figures.bytes(blocking + "heed"), 256);
    atMost("aim: time of Methanol, asynchronous, at most 0.15x", time(async, "methanol"), 0.15);
    atMost(
        "aim: ns more with a listener that counts, at most 20",
        figures.score(blocking + "heedListener") - figures.score(blocking + "heed"),
        20);
  }

  private void pipeline() {
    String group = "WholePipeline";
    line("");
    line("## A GET through a whole pipeline");
    line("");
    line("| what | ns a call | bytes a call | without the stub: ns | bytes |");
    line("|---|---|---|---|---|");
    row("the stub alone", group, "bare");
    row("Heed, standard pipeline", group, "heed");
    row("Heed, standard pipeline, asynchronous", group, "heedAsync");
    row("Heed, standard pipeline without time limits", group, "heedWithoutTimeLimits");
    row("Failsafe 3.3.2, bulkhead, time limits, retry, breaker", group, "failsafe");
    row("Failsafe 3.3.2, bulkhead, retry, breaker", group, "failsafeWithoutTimeLimits");
    row("Resilience4j 2.4.0, bulkhead, retry, breaker", group, "resilience4j");
    line("");
    line("| bar or aim | figure | holds |");
    line("|---|---|---|");
    atMost("bar: time of Failsafe, at most 0.25x", time(group + ".", "failsafe"), 0.25);
    atMost("bar: time of Resilience4j, at most 2.5x", time(group + ".", "resilience4j"), 2.5);
  }

  private double time(String group, String peer) {
    return figures.score(group + "heed") / figures.score(group + peer);
  }

  private void loopback(boolean quick) throws IOException {
    line("");
    line("## A GET over loopback, HTTP/1.1, kept connection");
    line("");
    line(
        "The bare client and Heed in a process each, in turns of 200 calls; medians of all turns.");
    line("");
    line("| bar | figure | holds |");
    line("|---|---|---|");
    for (String kind : List.of("blocking", "asynchronous")) {
      Loopback.Cost cost = Loopback.measure(kind, quick ? 1 : 3, quick ? 20 : 300);
      atLeast(
          "throughput of the bare client, %s, at least 0.97".formatted(kind),
          cost.throughput(),
          0.97);
      atMost("extra bytes, %s, at most 1024".formatted(kind), cost.extraBytes(), 1024);
      line("| (the bare client, %s: us a call) | %.1f | |".formatted(kind, cost.bareMicros()));
    }
  }

  private void hints() {
    line("");
    line("## Reading a hint");
    line("");
    line("| what | ns | bytes |");
    line("|---|---|---|");
    for (String method : List.of("seconds", "secondsResultAlone", "date", "dateByFormatter")) {
      String name = "HintReading." + method;
      line("| `%s` | %.1f | %.0f |".formatted(method, figures.score(name), figures.bytes(name)));
    }
    line("");
    line("| bar or aim | figure | holds |");
    line("|---|---|---|");
    double more =
        figures.bytes("HintReading.seconds") - figures.bytes("HintReading.secondsResultAlone");
    atMost("bar: bytes beyond the result for `Retry-After: 120`, 0", more, 0.5);
    double date = figures.score("HintReading.date") / figures.score("HintReading.dateByFormatter");
    atMost("bar: a date, of the formatter's time, at most 0.2x", date, 0.2);
    atMost("aim: a date, of the formatter's time, at most 0.1x", date, 0.1);
  }

  private void atMost(String what, double figure, double most) {
    line("| %s | %.2f | %s |".formatted(what, figure, figure <= most ? "yes" : "**no**"));
  }

  private void atLeast(String what, double figure, double least) {
    line("| %s | %.2f | %s |".formatted(what, figure, figure >= least ? "yes" : "**no**"));
  }

  private void append(String title, Class<?> program) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream out = process.getInputStream()) {
      String printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      line("");
      line("## %s".formatted(title));
      line("");
      text.append(printed);
    }
    int status = process.waitFor();
    line("");
    line(status == 0 ? "The bars hold." : "**A bar does not hold.**");
  }

  private void line(String words) {
    text.append(words).append('\n');
  }
}
