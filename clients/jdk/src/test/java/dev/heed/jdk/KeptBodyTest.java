package dev.heed.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose fault it is that a body failed. */
@Tag("R4")
@Tag("R10")
final class KeptBodyTest {

  private static final List<ByteBuffer> HALF =
      List.of(ByteBuffer.wrap("half".getBytes(StandardCharsets.US_ASCII)));

  private static final Flow.Subscription NOBODY =
      new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  private static <T> KeptBody<T> begun(BodySubscriber<T> caller) {
    KeptBody<T> body = new KeptBody<>(caller, 8);
    var unused = body.getBody();
    body.onSubscribe(NOBODY);
    return body;
  }

  private static BodySubscriber<Void> consuming(Runnable task) {
    return BodySubscribers.ofByteArrayConsumer(part -> task.run());
  }

  @Test
  void aBodyThatIsThereFromTheBeginningIsTakenFromAnyKindOfStage() {
    for (CompletionStage<String> stage :
        List.of(
            CompletableFuture.completedFuture("here"), CompletableFuture.completedStage("here"))) {
      KeptBody<String> body = new KeptBody<>(new Given<>(stage), 4);
      assertThat(body.getBody()).isCompletedWithValue("here");
    }
  }

  @Test
  void aBodyThatHasFailedFromTheBeginningIsTheCallersFault() {
    KeptBody<String> body =
        new KeptBody<>(new Given<>(CompletableFuture.failedFuture(new IOException("own"))), 4);
    assertThat(body.getBody()).isCompletedExceptionally();
    assertThat(body.callerFailed()).isTrue();
  }

  /** A subscriber whose body needs no bytes. */
  private record Given<T>(CompletionStage<T> stage) implements BodySubscriber<T> {

    @Override
    public CompletionStage<T> getBody() {
      return stage;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {}

    @Override
    public void onNext(List<ByteBuffer> items) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }

  @Test
  void aResponseThatEndsWithoutAWordIsNotTheCallersFault() {
    KeptBody<byte[]> body = begun(BodySubscribers.ofByteArray());
    body.onNext(HALF);
    assertThat(body.callerFailed()).isFalse();
  }

  @Test
  void aResponseThatEndsWhileTheSubscriberIsAtWorkIsNotItsFault() {
    AtomicReference<KeptBody<Void>> itself = new AtomicReference<>();
    AtomicBoolean blamed = new AtomicBoolean(true);
    itself.set(begun(consuming(() -> blamed.set(itself.get().callerFailed()))));
    itself.get().onNext(HALF);
    assertThat(blamed).isFalse();
  }

  @Test
  void aBodyThatBreaksOffIsNotTheCallersFault() {
    KeptBody<byte[]> body = begun(BodySubscribers.ofByteArray());
    body.onError(new IOException("reset"));
    assertThat(body.getBody()).isCompletedExceptionally();
    assertThat(body.callerFailed()).isFalse();
  }

  @Test
  void aSubscriberThatThrowsIsToBlame() {
    KeptBody<Void> body =
        begun(
            consuming(
                () -> {
                  throw new IllegalStateException("own");
                }));
    assertThatThrownBy(() -> body.onNext(HALF)).hasMessage("own");
    assertThat(body.callerFailed()).isTrue();
  }

  @Test
  void aSubscriberThatGivesUpIsToBlame() {
    KeptBody<byte[]> body = begun(BodySubscribers.ofByteArray());
    body.cancel();
    assertThat(body.callerFailed()).isTrue();
  }

  @Test
  void aBodyThatFailsWithoutTheWireIsTheCallersFault() {
    KeptBody<Integer> body =
        begun(
            BodySubscribers.mapping(
                BodySubscribers.ofString(StandardCharsets.US_ASCII), Integer::parseInt));
    body.onNext(List.of(ByteBuffer.wrap("no count".getBytes(StandardCharsets.US_ASCII))));
    body.onComplete();
    assertThat(body.callerFailed()).isTrue();
  }
}
