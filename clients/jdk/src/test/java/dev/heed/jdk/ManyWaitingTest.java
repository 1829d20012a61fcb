package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a great many calls cost that wait at the same time. */
class ManyWaitingTest {

  private static final int CALLS = 20_000;
  private static final long BYTES_EACH = 1_536;

  private final AtomicInteger asked = new AtomicInteger();
  private final HttpClient client =
      HeedHttpClient.wrap(new StubClient(this::answer), plan(plan -> plan.reports(false)));

  /** Everybody is asked to wait first, and then nobody is. */
  private CompletableFuture<HttpResponse<?>> answer() {
    return CompletableFuture.completedFuture(
        asked.incrementAndGet() <= CALLS
            ? StubResponse.busy("3", "busy")
            : StubResponse.of(200, "good"));
  }

  @Test
  @Tag("W7")
  void waitingHoldsNoThreadAndLittleMemory() {
    HttpRequest request = get(URI.create("http://127.0.0.1:1/"));
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>(CALLS);
    long start = System.nanoTime();
    long before = usedBytes();
    int threads = Threads.ofClients();
    for (int i = 0; i < CALLS; i++) {
      calls.add(client.sendAsync(request, BodyHandlers.ofString()));
    }
    assertThat(asked).hasValue(CALLS);
    assertThat(usedBytes() - before).isLessThan(CALLS * BYTES_EACH);
    assertThat(Threads.ofClients()).isLessThanOrEqualTo(threads + 4);
    assertThat(calls).allMatch(call -> call.join().body().equals("good"));
    assertThat(System.nanoTime() - start).isGreaterThan(3_000_000_000L);
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
