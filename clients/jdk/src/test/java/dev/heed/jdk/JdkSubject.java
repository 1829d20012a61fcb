package dev.heed.jdk;

import dev.heed.conformance.Body;
import dev.heed.conformance.InFlight;
import dev.heed.conformance.RequestSpec;
import dev.heed.conformance.Result;
import dev.heed.conformance.Subject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls of the conformance suite on the JDK's client. */
final class JdkSubject implements Subject {

  private final HeedHttpClient client;
  private final List<HeedHttpClient> all;

  /** A subject that closes these clients too. */
  JdkSubject(HeedHttpClient client, HeedHttpClient... within) {
    this.client = client;
    this.all = List.of(within);
  }

  /** A kind of body: how the JDK is asked for it, and what is made of the response. */
  private record Reading<T>(
      Supplier<BodySubscriber<T>> subscriber, Function<HttpResponse<T>, Result> result) {

    BodyHandler<T> handler(RequestSpec request) {
      return info -> {
        request.handed(info.statusCode());
        return subscriber.get();
      };
    }
  }

  private static Reading<?> reading(RequestSpec request) {
    return switch (request.delivery()) {
      case COLLECTED -> new Reading<>(BodySubscribers::ofByteArray, JdkSubject::collected);
      case STREAMED -> new Reading<>(BodySubscribers::ofInputStream, JdkSubject::streamed);
      case INTO_FILE ->
          new Reading<>(() -> BodySubscribers.ofFile(request.file()), JdkSubject::written);
    };
  }

  private static Result collected(HttpResponse<byte[]> response) {
    return Result.collected(
        response.statusCode(), response.headers().map(), response.body(), response);
  }

  private static Result streamed(HttpResponse<InputStream> response) {
    return Result.streamed(
        response.statusCode(), response.headers().map(), response.body(), response);
  }

  private static Result written(HttpResponse<Path> response) {
    return Result.collected(response.statusCode(), response.headers().map(), new byte[0], response);
  }

  @Override
  public Result send(RequestSpec request) throws IOException, InterruptedException {
    return send(request, reading(request));
  }

  private <T> Result send(RequestSpec request, Reading<T> reading)
      throws IOException, InterruptedException {
    return reading.result.apply(client.send(asRequest(request), reading.handler(request)));
  }

  @Override
  public InFlight start(RequestSpec request) {
    return start(request, reading(request));
  }

  private <T> InFlight start(RequestSpec request, Reading<T> reading) {
    CompletableFuture<HttpResponse<T>> future =
        client.sendAsync(asRequest(request), reading.handler(request));
    return new InFlight() {
      @Override
      public CompletionStage<Result> result() {
        return future.thenApply(reading.result);
      }

      @Override
      public void cancel() {
        future.cancel(false);
      }
    };
  }

  private static HttpRequest asRequest(RequestSpec spec) {
    Body body = spec.body();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(spec.uri()).method(spec.method(), publisher(body));
    spec.headers().forEach(field -> builder.header(field.getKey(), field.getValue()));
    spec.timeout().ifPresent(builder::timeout);
    if (body.kind() != Body.Kind.SUPPLIED && !spec.sendOnce()) {
      return builder.build();
    }
    HeedRequest.Builder own = HeedRequest.from(builder.build()).sendOnce(spec.sendOnce());
    if (body.kind() == Body.Kind.SUPPLIED) {
      own.bodySupplier(() -> BodyPublishers.ofInputStream(body::stream));
    }
    return own.build();
  }

  private static BodyPublisher publisher(Body body) {
    return switch (body.kind()) {
      case NONE, SUPPLIED -> BodyPublishers.noBody();
      case BYTES -> BodyPublishers.ofByteArray(body.bytes());
      case ONE_SHOT -> BodyPublishers.ofInputStream(body::stream);
      case FILE -> ofFile(body.file());
    };
  }

  private static BodyPublisher ofFile(Path file) {
    try {
      return BodyPublishers.ofFile(file);
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    all.forEach(HeedHttpClient::shutdownNow);
  }
}
