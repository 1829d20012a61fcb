package dev.heed.verify.openapi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;

/** One request as the server saw it. */
record Received(String method, String target, Headers headers, byte[] body) {

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
    String boundary = headers.getFirst("Content-Type").replaceFirst(".*boundary=([^;]+).*", "$1");
    int head = form.indexOf("name=\"" + name + "\"");
    int start = form.indexOf("\r\n\r\n", head) + 4;
    int end = form.indexOf("\r\n--" + boundary, start);
    if (head < 0 || end < 0) {
      throw new AssertionError("no part " + name + " in " + form);
    }
    return form.substring(start, end).getBytes(ISO_8859_1);
  }
}
