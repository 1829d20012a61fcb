package dev.heed.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on loopback that throttles, and measures whether its clients come back too early. It
 * also has a place that is down until it is mended, and one whose first answer is slow.
 */
final class ThrottlingServer implements AutoCloseable {

  private static final Duration SECONDS = Duration.ofSeconds(1);
  private static final Duration DATE = Duration.ofSeconds(2);
  private static final Duration TOO_LONG = Duration.ofHours(1);
  static final Duration SLOW = Duration.ofSeconds(1);
  private static final byte[] ORDERS = "[]\n".getBytes(StandardCharsets.UTF_8);

  private final TimeSource time;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(ThrottlingServer::daemon);
  private final List<Duration> lateness = new ArrayList<>();
  private final AtomicInteger stockRequests = new AtomicInteger();
  private final AtomicInteger quotes = new AtomicInteger();
  private volatile boolean mended;
  private int orders;
  private long answered;
  private Duration asked = Duration.ZERO;

  ThrottlingServer(TimeSource time) throws IOException {
    this.time = time;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/orders", this::orders);
    server.createContext("/report", exchange -> throttle(exchange, 429, TOO_LONG));
    server.createContext("/stock", this::stock);
    server.createContext("/quote", this::quote);
    server.setExecutor(threads);
    server.start();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "demo server");
    thread.setDaemon(true);
    return thread;
  }

  URI at(String path) {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://127.0.0.1:" + address.getPort() + path);
  }

  /** How late each retry came after the time that it was told; negative for early. */
  synchronized List<Duration> lateness() {
    return List.copyOf(lateness);
  }

  /** From now on the stock is there. */
  void mend() {
    mended = true;
  }

  /** How many requests for the stock came. */
  int stockRequests() {
    return stockRequests.get();
  }

  private void stock(HttpExchange exchange) throws IOException {
    stockRequests.incrementAndGet();
    exchange.sendResponseHeaders(mended ? 200 : 500, -1);
    exchange.close();
  }

  private void quote(HttpExchange exchange) throws IOException {
    if (quotes.incrementAndGet() == 1) {
      try {
        time.sleepUntil(time.nanoTime() + SLOW.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private synchronized void orders(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("POST")) {
      throttle(exchange, 503, SECONDS);
      return;
    }
    measure();
    orders++;
    switch (orders) {
      case 1 -> throttle(exchange, 429, SECONDS);
      case 2 -> throttleUntil(exchange, DATE);
      default -> {
        exchange.sendResponseHeaders(200, ORDERS.length);
        exchange.getResponseBody().write(ORDERS);
        exchange.close();
      }
    }
  }

  private void measure() {
    if (orders > 0) {
      lateness.add(Duration.ofNanos(time.nanoTime() - answered).minus(asked));
    }
  }

  private synchronized void throttle(HttpExchange exchange, int status, Duration wait)
      throws IOException {
    exchange.getResponseHeaders().set("Retry-After", Long.toString(wait.toSeconds()));
    answer(exchange, status);
    asked = wait;
  }

  private void throttleUntil(HttpExchange exchange, Duration wait) throws IOException {
    Instant until = time.now().truncatedTo(ChronoUnit.SECONDS).plus(wait);
    exchange.getResponseHeaders().set("Retry-After", Script.httpDate(until));
    answer(exchange, 503);
    // Dates have no fraction of a second, so one counts from the date of the answer itself.
    String sent = exchange.getResponseHeaders().getFirst("Date");
    asked = Duration.between(Script.instant(sent), until);
  }

  private void answer(HttpExchange exchange, int status) throws IOException {
    // Read before the head is on its way: afterwards the client may be faster than this thread.
    answered = time.nanoTime();
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
