package dev.heed.verify.openapi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Arrays;

/** What a {@link ScriptedServer} answers to one request. */
@FunctionalInterface
interface Answer {

  /** Writes the answer; the server closes the exchange afterwards. */
  void to(HttpExchange exchange) throws IOException;

  static Answer empty(int status) {
    return exchange -> exchange.sendResponseHeaders(status, -1);
  }

  static Answer json(int status, String body) {
    return bytes(status, "application/json", body.getBytes(US_ASCII));
  }

  /** A 503 that allows the client to come back at once. */
  static Answer comeBack() {
    return exchange -> {
      exchange.getResponseHeaders().set("Retry-After", "0");
      bytes(503, "application/problem+json", "{\"title\":\"busy\"}".getBytes(US_ASCII))
          .to(exchange);
    };
  }

  static Answer file(String name, byte[] content) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=" + name);
      bytes(200, "application/pdf", content).to(exchange);
    };
  }

  /** Promises all of the content, sends the first half and cuts the connection. */
  static Answer fileCutInHalf(byte[] content) {
    return exchange -> {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(Arrays.copyOf(content, content.length / 2));
      exchange.getResponseBody().flush();
    };
  }

  private static Answer bytes(int status, String type, byte[] body) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    };
  }
}
