package dev.heed.verify.benchmarks;

import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What one run has measured: time or throughput, and bytes, by the name of the benchmark. */
final class Figures {

  private static final String BYTES = "gc.alloc.rate.norm";

  private record Figure(double score, double bytes) {}

  private final Map<String, Figure> figures = new TreeMap<>();

  void add(RunResult run) {
    String name = run.getParams().getBenchmark();
    String[] parts = name.split("\\.", -1);
    Result<?> bytes = run.getSecondaryResults().get(BYTES);
    figures.put(
        parts[parts.length - 2] + "." + parts[parts.length - 1],
        new Figure(
            run.getPrimaryResult().getScore(), bytes == null ? Double.NaN : bytes.getScore()));
  }

  double score(String name) {
    return figure(name).score;
  }

  double bytes(String name) {
    return figure(name).bytes;
  }

  private Figure figure(String name) {
    Figure figure = figures.get(name);
    if (figure == null) {
      throw new IllegalStateException("not measured: " + name + ", only " + figures.keySet());
    }
    return figure;
  }
}
