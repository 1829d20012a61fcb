package dev.heed.delivery;

import dev.heed.testing.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/** Answers from a script, on a virtual clock, and remembers what was sent and when. */
final class ScriptedClient extends HttpClient {

  private final VirtualTime time;
  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final Deque<Reply> script = new ArrayDeque<>();
  private Function<Sent, Reply> otherwise = request -> Reply.ok();
  private int cancelled;

  ScriptedClient(VirtualTime time) {
    this.time = time;
  }

  /** Answers with these in turn, before all else. */
  ScriptedClient replies(Reply... replies) {
    script.addAll(List.of(replies));
    return this;
  }

  /** What is answered when the script has ended; 200 where nothing is said. */
  ScriptedClient otherwise(Function<Sent, Reply> answer) {
    otherwise = answer;
    return this;
  }

  List<Sent> sent() {
    return sent;
  }

  List<String> bodies() {
    return sent.stream().map(Sent::body).toList();
  }

  List<Long> millis() {
    return sent.stream().map(Sent::millis).toList();
  }

  int cancelled() {
    return cancelled;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    Sent seen = new Sent(request, body(request), time.elapsed());
    sent.add(seen);
    Reply reply = script.isEmpty() ? otherwise.apply(seen) : script.poll();
    CompletableFuture<HttpResponse<T>> future = new CompletableFuture<>();
    var unused =
        future.whenComplete(
            (response, failure) -> {
              cancelled += future.isCancelled() ? 1 : 0;
            });
    if (reply.delay().isZero()) {
      answer(reply, request, handler, future);
    } else {
      time.after(reply.delay(), () -> answer(reply, request, handler, future));
    }
    return future;
  }

  private static <T> void answer(
      Reply reply,
      HttpRequest request,
      BodyHandler<T> handler,
      CompletableFuture<HttpResponse<T>> future) {
    if (future.isDone()) {
      return;
    }
    if (reply.status() == 0) {
      future.completeExceptionally(
          reply.failure() == null ? new IOException("closed without an answer") : reply.failure());
      return;
    }
    BodySubscriber<T> subscriber = handler.apply(new Info(reply));
    subscriber.onSubscribe(new NoDemand());
    if (reply.bytes().length > 0) {
      subscriber.onNext(List.of(ByteBuffer.wrap(reply.bytes())));
    }
    if (reply.failure() != null) {
      subscriber.onError(reply.failure());
      future.completeExceptionally(reply.failure());
      return;
    }
    subscriber.onComplete();
    var unused =
        subscriber
            .getBody()
            .whenComplete(
                (body, failure) -> {
                  if (failure == null) {
                    future.complete(new Response<>(request, reply, body));
                  } else {
                    future.completeExceptionally(failure);
                  }
                });
  }

  private static final class NoDemand implements Flow.Subscription {

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private record Info(Reply reply) implements HttpResponse.ResponseInfo {

    @Override
    public int statusCode() {
      return reply.status();
    }

    @Override
    public HttpHeaders headers() {
      return reply.headers();
    }

    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }

  private record Response<T>(HttpRequest request, Reply reply, T body) implements HttpResponse<T> {

    @Override
    public int statusCode() {
      return reply.status();
    }

    @Override
    public HttpHeaders headers() {
      return reply.headers();
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      return request.uri();
    }

    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }

  /** The bytes of a body that is there at once. */
  private static String body(HttpRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request
        .bodyPublisher()
        .ifPresent(
            publisher ->
                publisher.subscribe(
                    new Flow.Subscriber<>() {
                      @Override
                      public void onSubscribe(Flow.Subscription subscription) {
                        subscription.request(Long.MAX_VALUE);
                      }

                      @Override
                      public void onNext(ByteBuffer buffer) {
                        byte[] bytes = new byte[buffer.remaining()];
                        buffer.get(bytes);
                        out.writeBytes(bytes);
                      }

                      @Override
                      public void onError(Throwable failure) {}

                      @Override
                      public void onComplete() {}
                    }));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> promises) {
    return sendAsync(request, handler);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) {
    throw new UnsupportedOperationException("a queue never blocks on a send");
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return Optional.empty();
  }

  @Override
  public Redirect followRedirects() {
    return Redirect.NEVER;
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return Optional.empty();
  }

  @Override
  public SSLContext sslContext() {
    throw new UnsupportedOperationException("no TLS here");
  }

  @Override
  public SSLParameters sslParameters() {
    return new SSLParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return Optional.empty();
  }

  @Override
  public Version version() {
    return Version.HTTP_1_1;
  }

  @Override
  public Optional<Executor> executor() {
    return Optional.empty();
  }
}
