package dev.heed.verify.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A server on loopback that answers as it is told and remembers what was sent to it. */
final class Server implements AutoCloseable {

  private static final TimeSource TIME = TimeSource.system();
  private static final String SETTINGS = "/projects/.*/settings";

  private final String name;
  private final HttpServer http;
  private final List<Reply> uploadReplies;
  private final Consumer<Upload> uploads;
  private volatile Reply settings = Reply.parse("404");
  private final List<String> settingsPaths = new ArrayList<>();

  /**
   * A server that runs.
   *
   * @param name for {@link Upload#server}
   * @param uploadReplies for uploads, taken one by one, possibly by several servers; the last one
   *     is repeated
   * @param uploads is told of each; by several threads
   */
  Server(String name, List<Reply> uploadReplies, Consumer<Upload> uploads, Executor executor)
      throws IOException {
    this.name = name;
    this.uploadReplies = uploadReplies;
    this.uploads = uploads;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::handle);
    http.setExecutor(executor);
    http.start();
  }

  void settings(Reply reply) {
    settings = reply;
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Below which addresses settings were asked for. */
  List<String> settingsPaths() {
    synchronized (settingsPaths) {
      return List.copyOf(settingsPaths);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    long arrived = TIME.nanoTime();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getRawPath();
    try {
      if (exchange.getRequestMethod().equals("GET") && path.matches("(/v1)?" + SETTINGS)) {
        synchronized (settingsPaths) {
          settingsPaths.add(path);
        }
        answer(exchange, settings);
        return;
      }
      Reply reply = next();
      delay(reply);
      uploads.accept(
          new Upload(
              arrived,
              TIME.nanoTime(),
              exchange.getRequestMethod(),
              headers(exchange),
              body,
              reply.status(),
              name));
      send(exchange, reply);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private Reply next() {
    synchronized (uploadReplies) {
      return uploadReplies.size() == 1 ? uploadReplies.get(0) : uploadReplies.remove(0);
    }
  }

  private static Map<String, String> headers(HttpExchange exchange) {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return headers;
  }

  private static void answer(HttpExchange exchange, Reply reply)
      throws IOException, InterruptedException {
    delay(reply);
    send(exchange, reply);
  }

  private static void delay(Reply reply) throws InterruptedException {
    if (!reply.after().isZero()) {
      TIME.sleepUntil(TIME.nanoTime() + reply.after().toNanos());
    }
  }

  /** An exchange that is closed before it was answered closes its connection. */
  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    if (reply.status() == 0) {
      return;
    }
    reply
        .headers()
        .forEach(
            (name, value) ->
                exchange.getResponseHeaders().set(name, Reply.filled(value, TIME.now())));
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
