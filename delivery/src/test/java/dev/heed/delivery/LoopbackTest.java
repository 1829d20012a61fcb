package dev.heed.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The queue on real sockets, real threads and the real clock. */
@Tag("D4")
@Tag("D7")
class LoopbackTest {

  private final List<String> taken = new CopyOnWriteArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/flaky", this::flaky);
    server.createContext("/stuck", this::stuck);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void flaky(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    int count = requests.incrementAndGet();
    if (count % 5 == 0) {
      exchange.getResponseHeaders().set("Retry-After", "0.02");
      exchange.sendResponseHeaders(429, -1);
    } else if (count % 7 == 0) {
      exchange.sendResponseHeaders(503, -1);
    } else {
      JsonNode.parse(body).elements().forEach(event -> taken.add(event.toString()));
      exchange.sendResponseHeaders(204, -1);
    }
    exchange.close();
  }

  /** Takes the request and says nothing. */
  private void stuck(HttpExchange exchange) throws IOException {
    var unused = exchange.getRequestBody().readAllBytes();
    requests.incrementAndGet();
  }

  private DeliveryQueueBuilder builder(String path) {
    URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + path);
    return DeliveryQueue.builder("loopback")
        .uploader(Uploader.to(uri).build())
        .httpConfig(
            HttpConfig.builder()
                .backoff(b -> b.baseBackoffInterval(Duration.ofMillis(100)))
                .build());
  }

  @Test
  void fourThreadsOfferAndAFlakyServerTakesEachEventOnce() throws Exception {
    Recorder heard = new Recorder();
    DeliveryQueue queue =
        builder("/flaky")
            .config(DeliveryConfig.builder().maxBatchEvents(50).build())
            .listener(heard)
            .open();
    CountDownLatch done = new CountDownLatch(4);
    List<String> offered = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int base = thread * 1000;
      for (int i = 0; i < 500; i++) {
        offered.add(QueueFixture.event(base + i));
      }
      threads.execute(
          () -> {
            QueueFixture.offer(queue, base, base + 499);
            done.countDown();
          });
    }
    done.await();
    assertThat(queue.flush(Duration.ofSeconds(60)).isComplete()).isTrue();
    assertThat(taken).containsExactlyInAnyOrderElementsOf(offered);
    assertThat(heard.counts()).hasSize(2000).doesNotContainValue(2);
    assertThat(queue.close(Duration.ofSeconds(5)).pending()).isZero();
  }

  @Test
  void aServerThatSaysNothingDoesNotHoldUpTheClosing() throws Exception {
    Disk disk = new Disk();
    DeliveryQueue queue = builder("/stuck").store(disk.store()).open();
    QueueFixture.offer(queue, 1, 3);
    FlushReport report = queue.close(Duration.ofMillis(300));
    assertThat(report.pending()).isEqualTo(3);
    assertThat(disk.events()).isEqualTo(3);
  }
}
