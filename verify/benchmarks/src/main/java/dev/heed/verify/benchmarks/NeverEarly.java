package dev.heed.verify.benchmarks;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Makes 10,000 waits on blocking calls and 10,000 on asynchronous ones, 600 calls at a time,
 * against an {@link AskingServer}, after a warm-up, and prints how late the calls came back. Ends
 * with status 1 when one was early.
 */
public final class NeverEarly {

  private static final int CALLS = 2_500;
  private static final int WAITS_EACH = 4;
  private static final int AT_A_TIME = 600;

  private final int calls;
  private final AskingServer server;
  private final HttpClient client =
      HeedHttpClient.newBuilder(
              Heed.builder("never-early").retry(r -> r.maxRetries(WAITS_EACH)).build())
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  private NeverEarly(int calls) throws IOException {
    this.calls = calls;
    this.server = new AskingServer(calls, WAITS_EACH);
  }

  /** Runs both kinds of call. Takes no arguments. */
  public static void main(String[] args) throws Exception {
    System.out.printf(
        "Java %s, %d processors, %d waits each way, %d calls at a time%n%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        CALLS * WAITS_EACH,
        AT_A_TIME);
    System.out.println("| calls | asked for | waits | min | p50 | p99 | max |");
    System.out.println("|---|---|---|---|---|---|---|");
    // Otherwise the first calls' class loading and compiling would pass for lateness.
    new NeverEarly(AT_A_TIME).callBlocking();
    new NeverEarly(AT_A_TIME).callAsynchronously();
    NeverEarly blocking = new NeverEarly(CALLS);
    blocking.callBlocking();
    NeverEarly asynchronous = new NeverEarly(CALLS);
    asynchronous.callAsynchronously();
    boolean earlyBlocking = blocking.print("blocking");
    boolean earlyAsynchronous = asynchronous.print("asynchronous");
    boolean early = earlyBlocking || earlyAsynchronous;
    System.out.printf("%nlateness in microseconds; %s%n", early ? "SOME WERE EARLY" : "none early");
    System.exit(early ? 1 : 0);
  }

  private HttpRequest request(int call) {
    return HttpRequest.newBuilder(server.uri(call)).build();
  }

  private void callBlocking() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(AT_A_TIME);
    List<Callable<HttpResponse<String>>> tasks = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      HttpRequest request = request(i);
      tasks.add(() -> client.send(request, BodyHandlers.ofString()));
    }
    for (Future<HttpResponse<String>> call : callers.invokeAll(tasks)) {
      check(call.get());
    }
    callers.shutdown();
  }

  private void callAsynchronously() throws Exception {
    Semaphore free = new Semaphore(AT_A_TIME);
    List<CompletableFuture<HttpResponse<String>>> futures = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      free.acquire();
      CompletableFuture<HttpResponse<String>> call =
          client.sendAsync(request(i), BodyHandlers.ofString());
      futures.add(call.whenComplete((response, failure) -> free.release()));
    }
    for (CompletableFuture<HttpResponse<String>> call : futures) {
      check(call.get());
    }
  }

  private static void check(HttpResponse<String> response) {
    if (response.statusCode() != 200) {
      throw new IllegalStateException("a call ended with " + response.statusCode());
    }
  }

  /** Prints a row for each kind of wait; true when one was early. */
  private boolean print(String driver) {
    boolean early = false;
    for (AskingServer.Kind kind : AskingServer.Kind.values()) {
      long[] sorted = server.lateness(kind);
      System.out.printf(
          "| %s | %s | %,d | %,d | %,d | %,d | %,d |%n",
          driver,
          kind.text,
          sorted.length,
          micros(sorted, 0),
          micros(sorted, 0.5),
          micros(sorted, 0.99),
          micros(sorted, 1));
      early |= sorted[0] < 0;
    }
    return early;
  }

  private static long micros(long[] sorted, double part) {
    return Math.floorDiv(sorted[(int) (part * (sorted.length - 1))], 1_000L);
  }
}
