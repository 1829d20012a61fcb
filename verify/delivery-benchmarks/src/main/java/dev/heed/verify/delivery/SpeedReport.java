package dev.heed.verify.delivery;

import dev.heed.delivery.store.BatchStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs everything once, side by side, and writes the page. */
public final class SpeedReport {

  private final StringBuilder page = new StringBuilder();
  private final List<String> bars = new ArrayList<>();
  private final Path folder;
  private final boolean quick;
  private int number;

  private SpeedReport(Path folder, boolean quick) {
    this.folder = folder;
    this.quick = quick;
  }

  /** One line of the comparison. */
  private record Line(String name, long events, Contestant.Start start, List<Speed> runs) {

    Speed median() {
      return Speed.median(runs);
    }
  }

  /**
   * Writes the page.
   *
   * @param args the file to write, the folder for stores, and {@code --quick} for a short run that
   *     proves nothing
   */
  public static void main(String[] args) throws Exception {
    // Figures read the same wherever the report is made.
    Locale.setDefault(Locale.ROOT);
    SpeedReport report = new SpeedReport(Path.of(args[1]), args.length > 2);
    report.compare();
    System.out.print(report.page);
    report.backlog();
    report.page.append("\n| bar or aim | figure | holds |\n|---|---|---|\n");
    report.bars.forEach(report.page::append);
    Files.writeString(Path.of(args[0]), report.page);
    System.exit(0);
  }

  private Path fresh() throws IOException {
    return Files.createDirectories(folder.resolve("store-" + number++));
  }

  private void compare() throws Exception {
    int runs = quick ? 1 : 5;
    long many = quick ? 50_000 : 500_000;
    Line peer =
        new Line(
            "com.segment.analytics.java 3.5.4",
            quick ? 10_000 : 50_000,
            SegmentContestant::new,
            new ArrayList<>());
    Line interval = heed("Heed, file store, forced at an interval", many, Stores::interval);
    Line closing = heed("Heed, file store, forced when a batch is closed", many, Stores::closing);
    Line memory =
        new Line(
            "Heed, memory store",
            many,
            uri -> new HeedContestant(Stores.memory(), uri),
            new ArrayList<>());
    List<Line> lines = List.of(peer, interval, closing, memory);
    for (Line line : lines) {
      Speed.measure(line.start(), line.events());
    }
    for (int i = 0; i < runs; i++) {
      for (Line line : lines) {
        line.runs().add(Speed.measure(line.start(), line.events()));
      }
    }
    page.append(head(runs));
    lines.forEach(this::row);
    judge(peer.median(), interval.median());
  }

  private interface DirectoryStore {
    BatchStore in(Path folder);
  }

  private Line heed(String name, long events, DirectoryStore store) {
    return new Line(
        name, events, uri -> new HeedContestant(store.in(fresh()), uri), new ArrayList<>());
  }

  private void row(Line line) {
    Speed speed = line.median();
    page.append(
        String.format(
            "| %s | %,.0f | %,.0f | %.2f | %.0f |%n",
            line.name(),
            speed.delivered(),
            speed.offered(),
            speed.cpu(),
            (double) line.events() / speed.requests()));
  }

  private void judge(Speed peer, Speed heed) {
    double delivered = heed.delivered() / peer.delivered();
    double cpu = heed.cpu() / peer.cpu();
    double offered = heed.offered() / peer.offered();
    bar("bar: delivered, of the peer, at least 10x", delivered, delivered >= 10);
    bar("bar: CPU per event, of the peer, at most 0.5x", cpu, cpu <= 0.5);
    bar("aim: delivered a second, at least 200,000", heed.delivered(), heed.delivered() >= 200_000);
    bar("aim: offered, of the peer, at least 1x", offered, offered >= 1);
  }

  private void bar(String text, double figure, boolean holds) {
    bars.add(String.format("| %s | %,.2f | %s |%n", text, figure, holds ? "yes" : "**no**"));
  }

  /** A backlog that is much larger than the heap, and a process that takes it up. */
  private void backlog() throws Exception {
    long events = quick ? 200_000 : 10_000_000;
    Path store = fresh();
    try (Sink sink = new Sink()) {
      long begun = System.nanoTime();
      List<String> said =
          run(
              Backlog.process(
                  "fill", store.toString(), sink.uri().toString(), Long.toString(events)));
      double seconds = (System.nanoTime() - begun) / 1e9;
      double heap = Long.parseLong(said.get(0)) / 1e6;
      long waiting = Long.parseLong(said.get(1));
      double disk = size(store) / 1e9;
      begun = System.nanoTime();
      Process second = Backlog.process("resume", store.toString(), sink.uri().toString()).start();
      double first = (sink.first().get(5, TimeUnit.MINUTES) - begun) / 1e9;
      second.destroyForcibly().waitFor();
      page.append(
          String.format(
              "%n## A backlog%n%n%,d events wait on disk, of a process with `-Xmx64m`: %.1f GB,"
                  + " written in %.0f s. Of its heap %.1f MB were in use afterwards. Another such"
                  + " process sent its first upload %.2f s after it was started, the start of the"
                  + " JVM included.%n",
              waiting, disk, seconds, heap, first));
      bar(
          "bar: events on disk beside a heap of 64 MB, at least 10,000,000",
          (double) waiting,
          waiting >= 10_000_000);
      bar("bar: seconds until the first upload of that backlog, below 2", first, first < 2);
    }
    delete(store);
  }

  private static List<String> run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    List<String> lines = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    }
    if (process.waitFor() != 0) {
      throw new IOException("a process with a backlog ended with " + process.exitValue());
    }
    return lines;
  }

  private static double size(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static String head(int runs) {
    return """
    # Delivery: speed and size

    Made by one command, `verify/delivery-benchmarks/run`, in one run side by side, medians of %d.
    Events of 200 bytes, batches of 250, one thread that offers, and a server in the same process
    that takes everything at once: its time counts for both sides. Times of one machine say
    little; the ratios are what to look at. "Bar" must hold, "aim" is where to go.

    Java %s, %d processors.

    | what | delivered/s | offered/s | CPU s per million | events a request |
    |---|---|---|---|---|
    """
        .formatted(
            runs,
            System.getProperty("java.vm.version"),
            Runtime.getRuntime().availableProcessors());
  }

  private static void delete(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
