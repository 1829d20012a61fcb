package dev.heed.verify.openapi;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server on loopback that gives its answers in the order in which they were written down. */
final class ScriptedServer implements AutoCloseable {

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final HttpServer server;

  ScriptedServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String baseUri() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  ScriptedServer answers(Answer... answers) {
    script.addAll(List.of(answers));
    return this;
  }

  /** An answer whose head never comes: it holds the request until the server is closed. */
  Answer stall() {
    return exchange -> {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** Waits for a number of requests and returns them with any that came on top. */
  List<Received> received(int expected) throws InterruptedException {
    List<Received> all = new ArrayList<>();
    while (all.size() < expected) {
      Received next = received.poll(10, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("expected " + expected + " requests, got " + all);
      }
      all.add(next);
    }
    received.drainTo(all);
    return all;
  }

  Received only() throws InterruptedException {
    List<Received> all = received(1);
    if (all.size() != 1) {
      throw new AssertionError("expected one request, got " + all);
    }
    return all.get(0);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(new Received(exchange));
      Answer answer = script.poll();
      // 418 is never retried, so that a request too many ends a test at once.
      (answer == null ? Answer.empty(418) : answer).to(exchange);
    }
  }
}
