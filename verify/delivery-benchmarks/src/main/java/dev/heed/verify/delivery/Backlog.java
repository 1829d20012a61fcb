package dev.heed.verify.delivery;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.Offer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A process with a small heap and a large backlog. The first one makes the backlog, while nothing
 * can be sent; the second one begins to send it.
 */
final class Backlog {

  private Backlog() {}

  /**
   * Does one of the two.
   *
   * @param arguments "fill" or "resume", the folder, the address, and how many events
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    DeliveryQueue queue = HeedContestant.queue(Stores.interval(folder), URI.create(arguments[2]));
    if (arguments[0].equals("fill")) {
      queue.pause();
      fill(queue, Long.parseLong(arguments[3]));
      queue.close(Duration.ofMillis(1));
    } else {
      new CompletableFuture<Void>().join();
    }
  }

  private static void fill(DeliveryQueue queue, long events) {
    for (long i = 0; i < events; i++) {
      Offer offer = queue.offer(Sink.event(i));
      if (!offer.isAccepted()) {
        throw new IllegalStateException(i + ": " + offer);
      }
    }
    System.gc();
    System.out.println(heap(pool -> pool.getUsage().getUsed()));
    System.out.println(queue.status().pending());
  }

  private interface Size {
    long of(MemoryPoolMXBean pool);
  }

  private static long heap(Size size) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(size::of)
        .sum();
  }

  /** A JVM with a heap of 64 MB that runs this. */
  static ProcessBuilder process(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx64m", "-cp", System.getProperty("java.class.path"), Backlog.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
