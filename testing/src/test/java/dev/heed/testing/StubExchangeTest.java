package dev.heed.testing;

import static dev.heed.testing.Requests.get;
import static dev.heed.testing.Requests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stub does to handlers, publishers and futures what a client does. */
@Tag("X5")
@Timeout(60)
class StubExchangeTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final StubHttpClient stub = new StubHttpClient(time);

  private static HttpRequest put(BodyPublisher body) {
    return HttpRequest.newBuilder(get("/a").uri()).PUT(body).build();
  }

  private String send(HttpRequest request) throws IOException, InterruptedException {
    return stub.send(request, BodyHandlers.ofString()).body();
  }

  private void answersAll() {
    stub.on(Route.any("*").reusable(), Reply.text("abc"));
  }

  @Test
  void bodyHandlerSeesTheHeadAndMakesTheBody() throws Exception {
    stub.on(Route.get("/a"), Reply.text(201, "abc").header("X", "y"));
    BodyHandler<String> handler =
        info ->
            BodySubscribers.mapping(
                BodySubscribers.ofString(StandardCharsets.UTF_8),
                text ->
                    info.statusCode()
                        + info.headers().firstValue("X").orElse("")
                        + info.version()
                        + text);
    assertThat(stub.send(get("/a"), handler).body()).isEqualTo("201yHTTP_1_1abc");
  }

  @Test
  void failingBodyHandlerFailsTheCallAsAnIoException() {
    answersAll();
    BodyHandler<String> failing =
        info -> {
          throw new IllegalStateException("bug");
        };
    assertThatThrownBy(() -> stub.send(get("/a"), failing))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the body handler failed: java.lang.IllegalStateException: bug")
        .hasRootCauseMessage("bug");
    assertThatThrownBy(() -> stub.send(get("/a"), info -> null))
        .hasRootCauseMessage("the body handler gave no subscriber");
  }

  @Test
  void failingConversionOfTheBodyFailsTheCallAsAnIoException() {
    answersAll();
    BodyHandler<Object> failing =
        info ->
            BodySubscribers.mapping(
                BodySubscribers.ofString(StandardCharsets.UTF_8),
                text -> {
                  throw new IllegalStateException("not JSON");
                });
    assertThatThrownBy(() -> stub.send(get("/a"), failing))
        .isExactlyInstanceOf(IOException.class)
        .hasRootCauseMessage("not JSON");
  }

  @Test
  void failureOfABodyHandlerIsNotRetried() {
    answersAll();
    BodyHandler<String> failing =
        info -> {
          throw new IllegalStateException("bug");
        };
    assertThatThrownBy(() -> stub.client().send(get("/a"), failing))
        .isInstanceOf(IOException.class);
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void publisherIsSubscribedOnceForEachSend() throws Exception {
    answersAll();
    HttpRequest request = post("/a", "x");
    send(request);
    send(request);
    send(get("/a"));
    assertThat(stub.requests()).extracting(RecordedRequest::subscriptions).containsExactly(1, 2, 0);
  }

  @Test
  void bodySentTwiceIsReadTwice() throws Exception {
    stub.on(Route.post("/a").body("order"), RetryReply.after(SECOND), Reply.status(201));
    HttpRequest request =
        HttpRequest.newBuilder(post("/a", "order"), (name, value) -> true)
            .header("Idempotency-Key", "k")
            .build();
    stub.client().send(request, BodyHandlers.ofString());
    assertThat(stub.request(2).text()).isEqualTo("order");
    assertThat(stub.request(2).subscriptions()).isEqualTo(2);
  }

  @Test
  void oneShotBodyThatIsSentAgainIsEmptyAsOnTheWire() throws Exception {
    answersAll();
    ByteArrayInputStream once = new ByteArrayInputStream(new byte[] {'x'});
    HttpRequest request = put(BodyPublishers.ofInputStream(() -> once));
    send(request);
    send(request);
    assertThat(stub.requests()).extracting(RecordedRequest::text).containsExactly("x", "");
  }

  @Test
  void failingPublisherFailsTheCall() {
    answersAll();
    assertThatThrownBy(() -> send(put(BodyPublishers.ofInputStream(() -> null))))
        .isInstanceOf(IOException.class);
    BodyPublisher failing =
        BodyPublishers.fromPublisher(
            subscriber -> {
              throw new IllegalStateException("bug");
            });
    assertThatThrownBy(() -> send(put(failing)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the body publisher failed: java.lang.IllegalStateException: bug");
    assertThat(stub.requests()).isEmpty();
  }

  @Test
  void publisherWithAnotherLengthThanItPromisedFailsTheCall() {
    answersAll();
    BodyPublisher lying = BodyPublishers.fromPublisher(BodyPublishers.ofString("abc"), 5);
    assertThatThrownBy(() -> send(put(lying)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the body publisher promised 5 bytes and gave 3");
  }

  @Test
  void bodyMayComeFromAnotherThread() throws Exception {
    stub.on(Route.put("/a").body("abc"), Reply.text("got it"));
    CompletableFuture<HttpResponse<String>> call;
    try (SubmissionPublisher<ByteBuffer> body = new SubmissionPublisher<>()) {
      call = stub.sendAsync(put(BodyPublishers.fromPublisher(body)), BodyHandlers.ofString());
      body.submit(ByteBuffer.wrap("ab".getBytes(StandardCharsets.UTF_8)));
      body.submit(ByteBuffer.wrap("c".getBytes(StandardCharsets.UTF_8)));
      assertThat(stub.requests()).isEmpty();
    }
    assertThat(call.get().body()).isEqualTo("got it");
  }

  @Test
  void aDelayWithoutEndNeverEnds() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    stub.on(Route.get("/a"), Reply.text("abc"))
        .under(new NetworkConditions(1).delay(longest).variance(1));
    CompletableFuture<?> call = stub.sendAsync(get("/a"), BodyHandlers.ofString());
    time.advance(Duration.ofDays(30));
    assertThat(call.isDone()).isFalse();
    assertThat(call.cancel(true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancelEndsTheExchange(boolean interrupt) {
    stub.on(Route.get("/a"), Reply.text("abc").delayed(SECOND));
    CompletableFuture<?> call = stub.sendAsync(get("/a"), BodyHandlers.ofString());
    assertThat(time.pending())
        .singleElement()
        .asString()
        .contains("the reply of GET http://api.test/a");
    assertThat(call.cancel(interrupt)).isTrue();
    assertThat(stub.request(1).abandoned()).isTrue();
    assertThat(time.pending()).isEmpty();
    assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
  }

  @Test
  void cancelOfADerivedFutureEndsTheExchange() {
    stub.on(Route.get("/a"), Reply.stall());
    CompletableFuture<String> derived =
        stub.sendAsync(get("/a"), BodyHandlers.ofString()).thenApply(HttpResponse::body);
    assertThat(derived.cancel(true)).isTrue();
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void cancelOfAClientOfHeedReachesTheStub() {
    stub.on(Route.get("/a"), Reply.stall());
    CompletableFuture<?> call = stub.client().sendAsync(get("/a"), BodyHandlers.ofString());
    assertThat(stub.request(1).abandoned()).isFalse();
    call.cancel(true);
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void cancelInTheMiddleOfTheBodyTellsItsSubscriber() {
    stub.on(Route.get("/a"), Reply.text("abc").stallAfter(2));
    SlowReader reader = new SlowReader();
    CompletableFuture<?> call = stub.sendAsync(get("/a"), info -> reader);
    reader.wire.request(5);
    call.cancel(true);
    assertThat(reader.heard).containsExactly("ab", "failed: the caller has given up");
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void cancelAfterTheEndChangesNothing() {
    answersAll();
    CompletableFuture<?> call = stub.sendAsync(get("/a"), BodyHandlers.ofString());
    assertThat(call.cancel(true)).isFalse();
    assertThat(stub.request(1).abandoned()).isFalse();
  }

  @Test
  void cancelStopsTheReadingOfTheBody() {
    answersAll();
    List<String> told = new ArrayList<>();
    BodyPublisher endless = BodyPublishers.fromPublisher(reader -> reader.onSubscribe(notes(told)));
    CompletableFuture<?> call = stub.sendAsync(put(endless), BodyHandlers.ofString());
    call.cancel(true);
    assertThat(told).containsExactly("asked for " + Long.MAX_VALUE, "cancelled");
    assertThat(stub.requests()).isEmpty();
  }

  private static Flow.Subscription notes(List<String> told) {
    return new Flow.Subscription() {
      @Override
      public void request(long n) {
        told.add("asked for " + n);
      }

      @Override
      public void cancel() {
        told.add("cancelled");
      }
    };
  }

  @Test
  void interruptEndsABlockingSend() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    stub.on(
        Route.get("/a"),
        Reply.from(
            request -> {
              arrived.countDown();
              return Reply.stall();
            }));
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread sender =
        new Thread(
            () -> {
              try {
                ended.complete(new AssertionError(send(get("/a"))));
              } catch (IOException | InterruptedException e) {
                ended.complete(e);
              }
            });
    sender.start();
    arrived.await();
    sender.interrupt();
    assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void bodyComesAsItIsAskedFor() {
    stub.on(Route.get("/a"), Reply.text("abc").trickle(1, SECOND));
    SlowReader reader = new SlowReader();
    CompletableFuture<HttpResponse<String>> call = stub.sendAsync(get("/a"), info -> reader);
    assertThat(reader.heard).isEmpty();
    time.advance(SECOND.multipliedBy(10));
    assertThat(reader.heard).isEmpty();
    reader.wire.request(2);
    assertThat(reader.heard).containsExactly("a", "b");
    reader.wire.request(1);
    assertThat(reader.heard).containsExactly("a", "b", "c", "complete");
    assertThat(call.join().body()).isEqualTo("done");
  }

  @Test
  void subscriberThatAsksForNothingIsInError() {
    answersAll();
    SlowReader reader = new SlowReader();
    stub.sendAsync(get("/a"), info -> reader);
    reader.wire.request(0);
    assertThat(reader.heard)
        .containsExactly("failed: a subscriber asks for at least one item, not 0");
  }

  @Test
  void subscriberThatCancelsEndsTheExchange() {
    answersAll();
    SlowReader reader = new SlowReader();
    CompletableFuture<?> call = stub.sendAsync(get("/a"), info -> reader);
    reader.wire.cancel();
    reader.wire.request(1);
    assertThat(reader.heard).isEmpty();
    assertThat(call).isCompletedExceptionally();
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void subscriberThatThrowsHearsOfItAndFailsTheCall() {
    answersAll();
    SlowReader reader = new SlowReader();
    reader.bug = new IllegalStateException("bug");
    CompletableFuture<?> call = stub.sendAsync(get("/a"), info -> reader);
    reader.wire.request(1);
    assertThat(reader.heard).containsExactly("failed: bug");
    assertThatThrownBy(call::join)
        .hasCauseExactlyInstanceOf(IOException.class)
        .hasRootCauseMessage("bug");
  }

  @Test
  void closedStreamEndsTheExchange() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abc").trickle(1, SECOND));
    stub.sendAsync(get("/a"), BodyHandlers.ofInputStream()).get().body().close();
    assertThat(stub.request(1).abandoned()).isTrue();
  }

  @Test
  void blockingSendOnAnotherThreadWaitsForTheTestToMoveTheClock() throws Exception {
    stub.on(Route.get("/a"), Reply.text("abc").delayed(SECOND).trickle(1, SECOND));
    CompletableFuture<Object> body = onAnotherThread();
    time.awaitTimers(1);
    time.advance(SECOND.multipliedBy(3));
    assertThat(body.get()).isEqualTo("abc");
  }

  @Test
  void clockThatNobodyMovesIsReported() throws Exception {
    time.patience(Duration.ofMillis(20));
    stub.on(Route.get("/a"), Reply.text("abc").delayed(SECOND));
    assertThat(onAnotherThread().get())
        .asString()
        .contains("GET http://api.test/a waits for its reply, and nobody has moved the virtual")
        .contains("clock for 20 ms: move it, give the call a time limit, or cancel it")
        .contains("the reply of GET http://api.test/a");
  }

  /** A call on another thread: its body, or what it threw. */
  private CompletableFuture<Object> onAnotherThread() {
    CompletableFuture<Object> outcome = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                outcome.complete(send(get("/a")));
              } catch (IOException | InterruptedException | AssertionError e) {
                outcome.complete(e);
              }
            })
        .start();
    return outcome;
  }

  @Test
  void nullIsRefusedByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> stub.send(null, BodyHandlers.ofString()))
        .withMessage("request");
    assertThatNullPointerException()
        .isThrownBy(() -> stub.sendAsync(get("/a"), null))
        .withMessage("responseBodyHandler");
    assertThatNullPointerException().isThrownBy(() -> new StubHttpClient(null)).withMessage("time");
  }

  /** Asks for nothing by itself, and writes down what it hears. */
  private static final class SlowReader implements HttpResponse.BodySubscriber<String> {

    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final List<String> heard = new ArrayList<>();
    private RuntimeException bug;
    private Flow.Subscription wire;

    @Override
    public CompletionStage<String> getBody() {
      return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      wire = given;
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      if (bug != null) {
        throw bug;
      }
      items.forEach(item -> heard.add(StandardCharsets.UTF_8.decode(item).toString()));
    }

    @Override
    public void onError(Throwable failure) {
      heard.add("failed: " + failure.getMessage());
      body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      heard.add("complete");
      body.complete("done");
    }
  }
}
