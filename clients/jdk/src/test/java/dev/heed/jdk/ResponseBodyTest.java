package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResponseBodyTest {

  private static final Reply CUT = Reply.head(200, "Content-Length: 8").body("half");

  @TempDir Path folder;

  private static List<GaveUpBecause> reason(Object outcome) {
    return CallReport.of(outcome).gaveUpBecause().stream().toList();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void bodyThatIsCutInChunksIsReadAgain(Mode mode) throws Exception {
    Reply cut =
        Reply.raw("HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n8\r\nha")
            .thenClose();
    try (var server = WireServer.replying(cut, Reply.ok("complete"))) {
      assertThat(mode.text(heed(), get(server)).body()).isEqualTo("complete");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void fileThatTheCallerDeclaresRestartableIsWrittenAgain(Mode mode) throws Exception {
    try (var server = WireServer.replying(CUT.thenClose(), Reply.ok("complete"))) {
      HttpRequest request = HeedRequest.from(get(server)).restartable(true).build();
      Path file = folder.resolve("body");
      mode.call(heed(), request, BodyHandlers.ofFile(file));
      assertThat(file).hasContent("complete");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R10")
  void consumerIsNeverGivenABodyTwice(Mode mode) throws Exception {
    AtomicInteger bytes = new AtomicInteger();
    BodyHandler<Void> counting =
        BodyHandlers.ofByteArrayConsumer(
            part -> part.ifPresent(array -> bytes.addAndGet(array.length)));
    try (var server = WireServer.replying(CUT.thenClose(), Reply.ok("complete"))) {
      assertThatThrownBy(() -> mode.call(heed(), get(server), counting))
          .isInstanceOf(IOException.class);
      assertThat(server.seen()).hasSize(1);
    }
    assertThat(bytes).hasValue(4);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void replyWithoutABodyHasNoneToMiss(Mode mode) throws Exception {
    String promised = "Content-Length: 100000";
    try (var server = WireServer.replying(Reply.head(503, promised), Reply.head(200, promised))) {
      HttpRequest head =
          HttpRequest.newBuilder(server.uri())
              .method("HEAD", HttpRequest.BodyPublishers.noBody())
              .build();
      assertThat(mode.text(heed(), head).statusCode()).isEqualTo(200);
      assertThat(server.seen()).hasSize(2);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  /** A subscriber that reads as text, with one signal spoiled. */
  private static class Spoiled implements BodySubscriber<String> {

    final BodySubscriber<String> text =
        BodySubscribers.ofString(java.nio.charset.StandardCharsets.UTF_8);
    Flow.Subscription subscription;

    @Override
    public CompletionStage<String> getBody() {
      return text.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      text.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
      text.onNext(items);
    }

    @Override
    public void onError(Throwable failure) {
      text.onError(failure);
    }

    @Override
    public void onComplete() {
      text.onComplete();
    }
  }

  private static final class Bug extends RuntimeException {

    private static final long serialVersionUID = 1;
  }

  /** Each way in which a subscriber can fail. */
  static List<java.util.function.Function<RuntimeException, BodySubscriber<String>>> spoilers() {
    List<java.util.function.Function<RuntimeException, BodySubscriber<String>>> all =
        new ArrayList<>(throwing());
    all.addAll(failing());
    return all;
  }

  private static List<java.util.function.Function<RuntimeException, BodySubscriber<String>>>
      throwing() {
    return List.of(
        bug ->
            new Spoiled() {
              @Override
              public void onSubscribe(Flow.Subscription given) {
                throw bug;
              }
            },
        bug ->
            new Spoiled() {
              @Override
              public void onNext(List<ByteBuffer> items) {
                throw bug;
              }
            },
        bug ->
            new Spoiled() {
              @Override
              public void onComplete() {
                throw bug;
              }
            });
  }

  private static List<java.util.function.Function<RuntimeException, BodySubscriber<String>>>
      failing() {
    return List.of(
        bug ->
            new Spoiled() {
              @Override
              public void onComplete() {
                onError(bug);
              }
            },
        bug ->
            new Spoiled() {
              @Override
              public void onNext(List<ByteBuffer> items) {
                subscription.cancel();
                onError(bug);
              }
            },
        bug ->
            new Spoiled() {
              @Override
              public CompletionStage<String> getBody() {
                throw bug;
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void failureOfTheCallersSubscriberIsNotRetried(Mode mode) throws Exception {
    for (var spoiler : spoilers()) {
      Bug bug = new Bug();
      try (var server = WireServer.replying(Reply.ok("good"))) {
        assertThatThrownBy(() -> mode.call(heed(), get(server), info -> spoiler.apply(bug)))
            .satisfies(
                failure ->
                    assertThat(failure)
                        .satisfiesAnyOf(
                            f -> assertThat(f).isSameAs(bug), f -> assertThat(f).hasRootCause(bug)))
            .satisfies(
                failure -> assertThat(reason(failure)).containsOnly(GaveUpBecause.NOT_RETRYABLE));
        assertThat(server.seen()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void handlerThatGivesNoSubscriberIsNotRetried(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThatThrownBy(() -> mode.call(heed(), get(server), info -> null))
          .satisfies(
              failure ->
                  assertThat(failure)
                      .satisfiesAnyOf(
                          f -> assertThat(f).isInstanceOf(NullPointerException.class),
                          f -> assertThat(f).hasRootCauseInstanceOf(NullPointerException.class)));
      assertThat(server.seen()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O3")
  void subscriberMayTakeAsMuchAsItWants(Mode mode) throws Exception {
    BodyHandler<String> first =
        info ->
            new Spoiled() {
              @Override
              public void onNext(List<ByteBuffer> items) {
                super.onNext(items);
                subscription.cancel();
                onComplete();
              }
            };
    try (var server = WireServer.replying(CUT.thenStall())) {
      assertThat(mode.call(heed(), get(server), first).body()).isEqualTo("half");
      server.awaitOpen(0);
    }
  }
}
