package dev.heed.jdk;

import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.repeatable;
import static dev.heed.jdk.Clients.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import dev.heed.transport.BodyTooLargeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestBodyTest {

  private static final int LIMIT = 1 << 20;

  @TempDir Path folder;

  private static WireServer busyOnce() {
    return WireServer.replying(Reply.busy(), Reply.ok("stored"));
  }

  private static HttpRequest put(WireServer server, BodyPublisher body) {
    return repeatable(request(server, "PUT", body));
  }

  /** A stream that can be read once. */
  private static BodyPublisher once(byte[] bytes) {
    ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
    return BodyPublishers.ofInputStream(() -> stream);
  }

  private static List<GaveUpBecause> reason(Object outcome) {
    return CallReport.of(outcome).gaveUpBecause().stream().toList();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void bodiesInMemoryAndInFilesAreSentAgainAsTheyAre(Mode mode) throws Exception {
    Path file = Files.writeString(folder.resolve("body"), "from a file");
    List<BodyPublisher> bodies =
        List.of(
            BodyPublishers.ofString("text"),
            BodyPublishers.ofByteArray("array".getBytes(UTF_8), 1, 3),
            BodyPublishers.ofFile(file),
            BodyPublishers.noBody());
    for (BodyPublisher body : bodies) {
      try (var server = busyOnce()) {
        mode.text(heed(), put(server, body));
        assertThat(server.bodies()).hasSize(2).containsOnly(server.seen(1).text());
        assertThat(server.seen(1).text()).hasSize((int) body.contentLength());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void listOfArraysThatCanBeReadOnceIsNotTrusted(Mode mode) throws Exception {
    Iterator<byte[]> once = List.of("a".getBytes(UTF_8), "bc".getBytes(UTF_8)).iterator();
    try (var server = busyOnce()) {
      mode.text(heed(), put(server, BodyPublishers.ofByteArrays(() -> once)));
      assertThat(server.bodies()).containsExactly("abc", "abc");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void oneMebibyteIsKept(Mode mode) throws Exception {
    try (var server = busyOnce()) {
      mode.text(heed(), put(server, once(new byte[LIMIT])));
      assertThat(server.seen()).hasSize(2).allMatch(seen -> seen.body().length == LIMIT);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B3")
  void oneByteMoreFailsBeforeTheFirstSendAndNamesTheWaysOut(Mode mode) throws Exception {
    try (var server = busyOnce()) {
      assertThatThrownBy(() -> mode.text(heed(), put(server, once(new byte[LIMIT + 1]))))
          .isInstanceOf(BodyTooLargeException.class)
          .hasMessageContaining("1048576 bytes")
          .hasMessageContaining("supply the body afresh")
          .hasMessageContaining("sendOnce")
          .hasMessageContaining("maxRetries 0")
          .satisfies(failure -> assertThat(reason(failure)).containsOnly(GaveUpBecause.BODY));
      assertThat(server.connections()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B3")
  void lengthThatIsKnownToBeTooLargeIsRefusedUnread(Mode mode) throws Exception {
    BodyPublisher unread = BodyPublishers.fromPublisher(subscriber -> fail(), LIMIT + 1);
    try (var server = busyOnce()) {
      assertThatThrownBy(() -> mode.text(heed(), put(server, unread)))
          .isInstanceOf(BodyTooLargeException.class);
    }
  }

  private static void fail() {
    throw new AssertionError("not to be called");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void supplierThatFailsOrGivesNothingEndsTheCall(Mode mode) throws Exception {
    IllegalStateException broken = new IllegalStateException("no body today");
    try (var server = busyOnce()) {
      HeedRequest.Builder request = HeedRequest.from(put(server, BodyPublishers.noBody()));
      HttpRequest failing =
          request
              .bodySupplier(
                  () -> {
                    throw broken;
                  })
              .build();
      assertThatThrownBy(() -> mode.text(heed(), failing)).isSameAs(broken);
      HttpRequest empty = request.bodySupplier(() -> null).build();
      assertThatThrownBy(() -> mode.text(heed(), empty))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("the body supplier gave no body");
      assertThat(server.seen()).isEmpty();
    }
  }

  /** A body that promises a length and gives these bytes. */
  private static BodyPublisher promising(long length, byte[] bytes) {
    return BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(bytes), length);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B4")
  void keptBodyOfAnotherLengthThanPromisedIsAnError(Mode mode) throws Exception {
    try (var server = busyOnce()) {
      assertThatThrownBy(() -> mode.text(heed(), put(server, promising(9, new byte[5]))))
          .hasMessageContaining("promised 9 bytes and gave 5");
      assertThat(server.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B4")
  void suppliedBodyOfAnotherLengthThanPromisedIsNotRetried(Mode mode) throws Exception {
    for (int promised : List.of(9, 2)) {
      AtomicInteger asked = new AtomicInteger();
      try (var server = WireServer.replying(Reply.raw("never"))) {
        HttpRequest request =
            HeedRequest.from(put(server, BodyPublishers.noBody()))
                .bodySupplier(
                    () -> {
                      asked.incrementAndGet();
                      return promising(promised, new byte[5]);
                    })
                .build();
        assertThatThrownBy(() -> mode.text(heed(), request))
            .isInstanceOf(IOException.class)
            .satisfies(
                failure -> assertThat(reason(failure)).containsOnly(GaveUpBecause.NOT_RETRYABLE));
      }
      assertThat(asked).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void failureOfTheCallersPublisherIsNotRetriedAndReachesTheCaller(Mode mode) throws Exception {
    AtomicInteger subscribed = new AtomicInteger();
    IOException broken = new IOException("disk gone");
    BodyPublisher failing =
        BodyPublishers.fromPublisher(
            subscriber -> {
              subscribed.incrementAndGet();
              failed(subscriber, broken);
            });
    try (var server = busyOnce()) {
      HttpRequest streamed = HeedRequest.from(put(server, failing)).sendOnce(true).build();
      assertThatThrownBy(() -> mode.text(heed(), streamed))
          .satisfies(failure -> assertThat(Causes.of(failure)).contains(broken));
      assertThatThrownBy(() -> mode.text(heed(), put(server, failing))).isSameAs(broken);
    }
    assertThat(subscribed).hasValue(2);
  }

  private static void failed(Flow.Subscriber<? super ByteBuffer> subscriber, Throwable failure) {
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long n) {
            subscriber.onError(failure);
          }

          @Override
          public void cancel() {
            // Nothing is under way.
          }
        });
  }

  @Test
  @Tag("B2")
  void streamThatTheCallerFillsAfterTheCallHasBegunIsKept() throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out);
    try (var server = busyOnce()) {
      CompletableFuture<HttpResponse<String>> call =
          heed()
              .sendAsync(
                  put(server, BodyPublishers.ofInputStream(() -> in)), BodyHandlers.ofString());
      out.write("later".getBytes(UTF_8));
      out.close();
      assertThat(call.get().body()).isEqualTo("stored");
      assertThat(server.bodies()).containsExactly("later", "later");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void refusalBeforeTheBodyIsReadDoesNotSpoilTheNextAttempt(Mode mode) throws Exception {
    Reply early = wire -> wire.head(503, "Content-Length: 0");
    String large = "x".repeat(LIMIT);
    Reply patient = wire -> Reply.ok("stored").on(wire.informational(100));
    try (var server = WireServer.replying(early, patient)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri())
              .expectContinue(true)
              .PUT(BodyPublishers.ofString(large))
              .build();
      HttpResponse<String> response = mode.text(heed(), repeatable(request));
      assertThat(response.body()).isEqualTo("stored");
      assertThat(server.seen()).last().matches(seen -> seen.text().equals(large));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void continueIsNoAnswer(Mode mode) throws Exception {
    Reply patient = wire -> Reply.ok("good").on(wire.informational(100));
    try (var server = WireServer.replying(patient)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri())
              .expectContinue(true)
              .POST(BodyPublishers.ofString("abc"))
              .build();
      assertThat(mode.text(heed(), request).body()).isEqualTo("good");
      assertThat(server.bodies()).containsExactly("abc");
    }
  }
}
