package dev.heed.verify.delivery;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What one run has measured.
 *
 * @param delivered events a second, from the first offer to the last arrival
 * @param offered events a second, while they are offered
 * @param cpu seconds of all processors for a million events, the server's included
 * @param requests how many requests the server got
 */
record Speed(double delivered, double offered, double cpu, long requests) {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Offers so many events as fast as it can, and waits until all have arrived. */
  static Speed measure(Contestant.Start start, long events) throws Exception {
    try (Sink sink = new Sink();
        Contestant contestant = start.to(sink.uri())) {
      var arrived = sink.expect(events);
      long cpu = SYSTEM.getProcessCpuTime();
      long begun = System.nanoTime();
      for (long i = 0; i < events; i++) {
        contestant.offer(i);
      }
      long offered = System.nanoTime();
      contestant.flush();
      long end = arrived.get(5, TimeUnit.MINUTES);
      long used = SYSTEM.getProcessCpuTime() - cpu;
      return new Speed(
          events * 1e9 / (end - begun),
          events * 1e9 / (offered - begun),
          used / 1e9 * 1e6 / events,
          sink.requests());
    }
  }

  /** For each figure by itself the one in the middle. */
  static Speed median(List<Speed> runs) {
    return new Speed(
        median(runs, Speed::delivered),
        median(runs, Speed::offered),
        median(runs, Speed::cpu),
        Math.round(median(runs, Speed::requests)));
  }

  private static double median(List<Speed> runs, ToDoubleFunction<Speed> figure) {
    List<Double> sorted = new ArrayList<>(runs.stream().map(figure::applyAsDouble).toList());
    sorted.sort(Comparator.naturalOrder());
    return sorted.get(sorted.size() / 2);
  }
}
