package dev.heed.verify.benchmarks;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How long asynchronous calls take to a {@link SlowServer}, without hedging, with a fixed delay,
 * and with a percentile as the delay. The clients take turns. Ends with status 1 when the hedged
 * p99 is more than half of the unhedged one.
 */
public final class HedgedTail {

  private static final int AT_A_TIME = 16;
  private static final int CALLS_A_TURN = 1_000;
  private static final int TURNS = 20;
  private static final int WARM_UP_TURNS = 2;
  private static final double MOST = 0.5;

  /** How long this waits for one turn, before it says that calls were lost. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SlowServer server = new SlowServer();
  private final HttpRequest request = HttpRequest.newBuilder(server.uri()).build();

  private HedgedTail() throws IOException {}

  /** The calls of one client: their times, and how often they were sent. */
  private final class Caller {

    private final String what;
    private final HttpClient client;
    private final long[] nanos = new long[TURNS * CALLS_A_TURN];
    private long sends;
    private int calls;

    Caller(String what, Consumer<Heed.Builder> settings) {
      this.what = what;
      Heed.Builder plan = Heed.builder("bench").callTimeout(Duration.ofSeconds(10));
      settings.accept(plan);
      client = HeedHttpClient.newBuilder(plan.build()).version(HttpClient.Version.HTTP_1_1).build();
    }

    void turn() throws InterruptedException {
      long before = server.requests();
      Semaphore free = new Semaphore(AT_A_TIME);
      for (int i = 0; i < CALLS_A_TURN; i++) {
        free.acquire();
        int call = calls % nanos.length;
        calls++;
        long start = System.nanoTime();
        var unused =
            client
                .sendAsync(request, BodyHandlers.discarding())
                .whenComplete(
                    (response, failure) -> {
                      // A call that fails would look quick.
                      nanos[call] = failure == null ? System.nanoTime() - start : Long.MAX_VALUE;
                      free.release();
                    });
      }
      if (!free.tryAcquire(AT_A_TIME, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("calls of " + what + " have not ended");
      }
      sends += server.requests() - before;
    }

    void forget() {
      sends = 0;
      calls = 0;
    }

    double millis(double part) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return sorted[(int) (part * sorted.length)] / 1e6;
    }

    void print() {
      System.out.printf(
          "| %s | %.3f | %.1f ms | %.1f ms | %.1f ms |%n",
          what, (double) sends / nanos.length, millis(0.5), millis(0.99), millis(0.999));
    }
  }

  /** Runs it. Takes no arguments. */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    System.exit(new HedgedTail().run() ? 0 : 1);
  }

  private boolean run() throws InterruptedException {
    Caller unhedged = new Caller("not hedged", plan -> plan.retry(r -> r.maxRetries(0)));
    List<Caller> hedged =
        List.of(
            new Caller(
                "hedged after 20 ms", plan -> plan.hedge(h -> h.delay(Duration.ofMillis(20)))),
            new Caller(
                "hedged after the 95th percentile",
                plan -> plan.hedge(h -> h.delay(Duration.ofMillis(20)).delayPercentile(95))));
    play(WARM_UP_TURNS, unhedged, hedged);
    unhedged.forget();
    hedged.forEach(Caller::forget);
    play(TURNS, unhedged, hedged);
    return report(unhedged, hedged);
  }

  private static void play(int turns, Caller unhedged, List<Caller> hedged)
      throws InterruptedException {
    for (int turn = 0; turn < turns; turn++) {
      unhedged.turn();
      for (Caller caller : hedged) {
        caller.turn();
      }
    }
  }

  private static boolean report(Caller unhedged, List<Caller> hedged) {
    System.out.printf(
        "%,d asynchronous calls each over loopback, %d at a time, in turns. Answers take %d ms,"
            + " each%nhundredth one %d ms.%n%n",
        TURNS * CALLS_A_TURN, AT_A_TIME, SlowServer.FAST_MILLIS, SlowServer.SLOW_MILLIS);
    System.out.println("| calls | sends a call | p50 | p99 | p99.9 |");
    System.out.println("|---|---|---|---|---|");
    unhedged.print();
    hedged.forEach(Caller::print);
    System.out.printf("%n| bar | figure | holds |%n|---|---|---|%n");
    boolean holds = true;
    for (Caller caller : hedged) {
      double ratio = caller.millis(0.99) / unhedged.millis(0.99);
      holds &= ratio <= MOST;
      System.out.printf(
          "| bar: p99 %s, of the unhedged one, at most %.1fx | %.2f | %s |%n",
          caller.what, MOST, ratio, ratio <= MOST ? "yes" : "**no**");
    }
    return holds;
  }
}
