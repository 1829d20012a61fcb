package dev.heed.testing;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** Requests as the tests need them. */
final class Requests {

  static final String HOST = "http://api.test";

  private Requests() {}

  static HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(HOST + path)).build();
  }

  static HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(HOST + path))
        .POST(BodyPublishers.ofString(body))
        .build();
  }
}
