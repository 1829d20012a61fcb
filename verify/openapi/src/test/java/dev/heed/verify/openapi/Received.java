package dev.heed.verify.openapi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;

/** One request as the server saw it. */
final class Received {

  private final String method;
  private final String target;
  private final Headers headers;
  private final byte[] body;

  Received(HttpExchange exchange) throws IOException {
    method = exchange.getRequestMethod();
    target = exchange.getRequestURI().toString();
    headers = exchange.getRequestHeaders();
    body = exchange.getRequestBody().readAllBytes();
  }

  String method() {
    return method;
  }

  List<String> header(String name) {
    return headers.getOrDefault(name, List.of());
  }

  byte[] body() {
    return body;
  }

  String line() {
    return method + " " + target;
  }

  @Override
  public String toString() {
    return line();
  }

  String text() {
    return new String(body, UTF_8);
  }

  /** The bytes of one part of a multipart body; fails where the form has no such part. */
  byte[] part(String name) {
    String form = new String(body, ISO_8859_1);
    String boundary = header("Content-Type").get(0).replaceFirst(".*boundary=([^;]+).*", "$1");
    int head = form.indexOf("name=\"" + name + "\"");
    int start = form.indexOf("\r\n\r\n", head) + 4;
    int end = form.indexOf("\r\n--" + boundary, start);
    if (head < 0 || end < 0) {
      throw new AssertionError("no part " + name + " in " + form);
    }
    return form.substring(start, end).getBytes(ISO_8859_1);
  }
}
