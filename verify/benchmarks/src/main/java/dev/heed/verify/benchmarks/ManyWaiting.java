package dev.heed.verify.benchmarks;

import dev.heed.jdk.HeedHttpClient;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * 100,000 asynchronous calls that wait at once, each for the 10 s that a stub asked for: how many
 * threads and how much memory they hold, and how late they come back. Ends with status 1 when one
 * was early, or holds more than it may.
 */
public final class ManyWaiting {

  private static final int CALLS = 100_000;
  private static final long ASKED = 10_000_000_000L;
  private static final long MOST_BYTES = 1_536;
  private static final StubClient.Head BUSY =
      new StubClient.Head(
          503, Map.of("Retry-After", List.of("10"), "Content-Length", List.of("5")));

  private final AtomicLongArray asked = new AtomicLongArray(CALLS);
  private final AtomicLongArray back = new AtomicLongArray(CALLS);
  private final HttpClient client = HeedHttpClient.wrap(new StubClient(this::answer));

  private ManyWaiting() {}

  /** Runs it. Takes no arguments. */
  public static void main(String[] args) {
    System.exit(new ManyWaiting().run() ? 0 : 1);
  }

  private StubClient.Head answer(HttpRequest request) {
    int call = Integer.parseInt(request.uri().getPath().substring(1));
    long now = System.nanoTime();
    if (asked.compareAndSet(call, 0, now)) {
      return BUSY;
    }
    back.set(call, now);
    return StubClient.OK;
  }

  private boolean run() {
    List<HttpRequest> requests = new ArrayList<>(CALLS);
    for (int i = 0; i < CALLS; i++) {
      requests.add(HttpRequest.newBuilder(URI.create("http://stub.example/" + i)).build());
    }
    List<CompletableFuture<HttpResponse<Integer>>> calls = new ArrayList<>(CALLS);
    long before = heap();
    for (HttpRequest request : requests) {
      calls.add(client.sendAsync(request, info -> new StubClient.CountBytes()));
    }
    long each = (heap() - before) / CALLS;
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
    return report(each, threads);
  }

  private boolean report(long each, int threads) {
    long[] late = new long[CALLS];
    for (int i = 0; i < CALLS; i++) {
      late[i] = back.get(i) - asked.get(i) - ASKED;
    }
    Arrays.sort(late);
    System.out.println(
        "| calls waiting | threads of the process | heap each | earliest | p50 | p99 |");
    System.out.println("|---|---|---|---|---|---|");
    System.out.printf(
        "| %,d | %d | %,d bytes | %,d us late | %,d us | %,d us |%n",
        CALLS,
        threads,
        each,
        late[0] / 1000,
        late[CALLS / 2] / 1000,
        late[CALLS / 100 * 99] / 1000);
    return late[0] >= 0 && each <= MOST_BYTES;
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
