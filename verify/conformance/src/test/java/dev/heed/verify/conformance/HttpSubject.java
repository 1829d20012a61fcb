package dev.heed.verify.conformance;

import dev.heed.conformance.Body;
import dev.heed.conformance.InFlight;
import dev.heed.conformance.RequestSpec;
import dev.heed.conformance.Result;
import dev.heed.conformance.Subject;
import dev.heed.jdk.HeedRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls of the suite on any {@code HttpClient}, right or wrong. */
final class HttpSubject implements Subject {

  private final HttpClient client;
  private final Runnable close;

  HttpSubject(HttpClient client, Runnable close) {
    this.client = client;
    this.close = close;
  }

  @Override
  public Result send(RequestSpec spec) throws IOException, InterruptedException {
    return result(client.send(request(spec), handler(spec)));
  }

  @Override
  public InFlight start(RequestSpec spec) {
    CompletableFuture<? extends HttpResponse<?>> future =
        client.sendAsync(request(spec), handler(spec));
    return new InFlight() {
      @Override
      public CompletionStage<Result> result() {
        return future.thenApply(HttpSubject::result);
      }

      @Override
      public void cancel() {
        future.cancel(false);
      }
    };
  }

  @Override
  public void close() {
    close.run();
  }

  private static Result result(HttpResponse<?> response) {
    if (response.body() instanceof InputStream stream) {
      return Result.streamed(response.statusCode(), response.headers().map(), stream, response);
    }
    byte[] read = response.body() instanceof byte[] bytes ? bytes : new byte[0];
    return Result.collected(response.statusCode(), response.headers().map(), read, response);
  }

  /** One type for all: what a wildcard stands for has to be the same in handler and future. */
  private static BodyHandler<Object> handler(RequestSpec spec) {
    Supplier<BodySubscriber<?>> subscribers =
        switch (spec.delivery()) {
          case COLLECTED -> BodySubscribers::ofByteArray;
          case STREAMED -> BodySubscribers::ofInputStream;
          case INTO_FILE -> () -> BodySubscribers.ofFile(spec.file());
        };
    return info -> {
      spec.handed(info.statusCode());
      return widened(subscribers.get());
    };
  }

  /** A subscriber only gives a body, so that one of a narrower type serves. */
  @SuppressWarnings("unchecked")
  private static BodySubscriber<Object> widened(BodySubscriber<?> subscriber) {
    return (BodySubscriber<Object>) subscriber;
  }

  private static HttpRequest request(RequestSpec spec) {
    Body body = spec.body();
    boolean supplied = body.kind() == Body.Kind.SUPPLIED;
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(spec.uri()).method(spec.method(), publisher(body));
    spec.headers().forEach(field -> builder.header(field.getKey(), field.getValue()));
    spec.timeout().ifPresent(builder::timeout);
    if (!supplied && !spec.sendOnce()) {
      return builder.build();
    }
    HeedRequest.Builder own = HeedRequest.from(builder.build()).sendOnce(spec.sendOnce());
    if (supplied) {
      own.bodySupplier(() -> BodyPublishers.ofInputStream(body::stream));
    }
    return own.build();
  }

  private static BodyPublisher publisher(Body body) {
    return switch (body.kind()) {
      case NONE, SUPPLIED -> BodyPublishers.noBody();
      case BYTES -> BodyPublishers.ofByteArray(body.bytes());
      case ONE_SHOT -> BodyPublishers.ofInputStream(body::stream);
      case FILE -> ofFile(body);
    };
  }

  private static BodyPublisher ofFile(Body body) {
    try {
      return BodyPublishers.ofFile(body.file());
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException(e);
    }
  }
}
