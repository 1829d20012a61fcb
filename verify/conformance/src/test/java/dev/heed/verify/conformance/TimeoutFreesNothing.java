package dev.heed.verify.conformance;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Stops waiting for a head when its time is over, and leaves the attempt on the wire. */
final class TimeoutFreesNothing extends Forwarding {

  TimeoutFreesNothing(HttpClient to) {
    super(to);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    Duration limit = request.timeout().orElse(Duration.ofDays(1));
    CompletableFuture<Boolean> head = new CompletableFuture<>();
    CompletableFuture<HttpResponse<T>> sent =
        sendAsync(
            withoutTimeout(request),
            info -> {
              head.complete(true);
              return handler.apply(info);
            });
    try {
      CompletableFuture.anyOf(head, sent).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return sent.get();
    } catch (TimeoutException e) {
      throw (IOException) new HttpTimeoutException("request timed out").initCause(e);
    } catch (InterruptedException e) {
      sent.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    }
  }

  private static HttpRequest withoutTimeout(HttpRequest request) {
    HttpRequest.Builder copy =
        HttpRequest.newBuilder(request.uri())
            .method(request.method(), request.bodyPublisher().orElse(BodyPublishers.noBody()));
    request.headers().map().forEach((name, values) -> values.forEach(v -> copy.header(name, v)));
    return copy.build();
  }
}
