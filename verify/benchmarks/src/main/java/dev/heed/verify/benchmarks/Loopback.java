package dev.heed.verify.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A GET over loopback with the bare JDK client and with Heed. Each has a process of its own, and
 * the two take turns of a few milliseconds: what else the machine does meanwhile then hits both
 * alike, which is not so when one is measured after the other.
 */
final class Loopback {

  private static final int WARM_UP = 30_000;
  private static final int CALLS_A_TURN = 200;

  /** What one kind of call has cost: the medians over all turns. */
  record Cost(double throughput, double extraBytes, double bareMicros) {}

  private Loopback() {}

  /**
   * Measures one kind of call.
   *
   * @param kind {@code blocking} or {@code asynchronous}
   */
  static Cost measure(String kind, int forks, int turns) throws IOException {
    List<Double> ratios = new ArrayList<>();
    List<Double> extra = new ArrayList<>();
    List<Double> micros = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      try (Player bare = new Player("bare", kind);
          Player heed = new Player("heed", kind)) {
        bare.play(WARM_UP);
        heed.play(WARM_UP);
        for (int turn = 0; turn < turns; turn++) {
          boolean bareFirst = turn % 2 == 0;
          Turn one = (bareFirst ? bare : heed).play(CALLS_A_TURN);
          Turn two = (bareFirst ? heed : bare).play(CALLS_A_TURN);
          Turn ofBare = bareFirst ? one : two;
          Turn ofHeed = bareFirst ? two : one;
          ratios.add((double) ofBare.nanos / ofHeed.nanos);
          extra.add((double) (ofHeed.bytes - ofBare.bytes) / CALLS_A_TURN);
          micros.add(ofBare.nanos / 1_000.0 / CALLS_A_TURN);
        }
      }
    }
    return new Cost(median(ratios), median(extra), median(micros));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private record Turn(long nanos, long bytes) {}

  /** A process that makes calls when it is told to. */
  private static final class Player implements AutoCloseable {

    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;

    Player(String client, String kind) throws IOException {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  LoopbackCalls.class.getName(),
                  client,
                  kind)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      in =
          new PrintWriter(
              new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII), true);
      out = process.inputReader(StandardCharsets.US_ASCII);
    }

    Turn play(int calls) throws IOException {
      in.println(calls);
      String line = out.readLine();
      if (line == null) {
        throw new IOException("a process of the benchmark has ended early");
      }
      int space = line.indexOf(' ');
      return new Turn(
          Long.parseLong(line.substring(0, space)), Long.parseLong(line.substring(space + 1)));
    }

    @Override
    public void close() {
      process.destroy();
    }
  }
}
