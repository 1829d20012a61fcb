package dev.heed.jdk;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.function.UnaryOperator;

/**
 * The retry loop that everybody writes first: the same request and the same handler again, after
 * any I/O failure and any status of 500 and above. Tests show on it what goes wrong.
 */
final class NaiveRetry {

  private static final int SENDS = 4;

  private NaiveRetry() {}

  static <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return send(client, request, same -> same, handler);
  }

  /** Edits the request before each send, on top of what it had before. */
  static <T> HttpResponse<T> send(
      HttpClient client, HttpRequest given, UnaryOperator<HttpRequest> edit, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    HttpRequest request = given;
    for (int left = SENDS - 1; ; left--) {
      request = edit.apply(request);
      try {
        HttpResponse<T> response = client.send(request, handler);
        if (response.statusCode() < 500 || left == 0) {
          return response;
        }
      } catch (IOException e) {
        if (left == 0) {
          throw e;
        }
      }
    }
  }
}
