package dev.heed.jdk;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutionException;

/** The two ways to make a call; what they raise is what the caller of {@code send} would see. */
enum Mode {
  BLOCKING {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return client.send(request, handler);
    }
  },
  ASYNC {
    @Override
    <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      try {
        return client.sendAsync(request, handler).get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
  };

  abstract <T> HttpResponse<T> call(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Exception;

  HttpResponse<String> text(HttpClient client, HttpRequest request) throws Exception {
    return call(client, request, BodyHandlers.ofString());
  }
}
