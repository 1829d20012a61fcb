package dev.heed.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireProtocol;
import dev.heed.conformance.wire.WireServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What the JDK's own client does, without Heed, where the conformance suite has an exemption. */
final class JdkLimitsTest {

  @Test
  void aGetIsSentAgainByTheClientItself() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try (var server = WireServer.replying(Reply.ok("first"), Reply.close())) {
      HttpRequest request = HttpRequest.newBuilder(server.uri()).build();
      client.send(request, BodyHandlers.ofString());
      assertThat(catchThrowable(() -> client.send(request, BodyHandlers.ofString())))
          .isInstanceOf(IOException.class);
      assertThat(server.seen()).hasSizeGreaterThan(2);
    }
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aRefusedStreamIsAnExceptionLikeAnyOther() throws Exception {
    assertThat(failureOfPost(Reply.refusedStream())).isExactlyInstanceOf(IOException.class);
    assertThat(failureOfPost(Reply.resetStream(2))).isExactlyInstanceOf(IOException.class);
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aGoodbyeIsTheSameExceptionForStreamsThatWereProcessedAndForOthers() throws Exception {
    Throwable unprocessed = failureOfPost(Reply.goAway());
    Throwable processed =
        failureOfPost(wire -> wire.readBody().goAway(wire.request().stream()).close());
    assertThat(unprocessed).isExactlyInstanceOf(IOException.class);
    assertThat(processed).isExactlyInstanceOf(IOException.class);
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aGoodbyeFailsTheStreamsThatItSpares() throws Exception {
    Throwable failure =
        failureOfPost(
            wire -> wire.readBody().goAway(wire.request().stream()).head(200).body("good").end());
    assertThat(failure).isExactlyInstanceOf(IOException.class);
  }

  /** Between the choice of a connection and the opening of a stream on it. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aRequestThatMeetsAGoodbyeNeverEnds() throws Exception {
    CountDownLatch chosen = new CountDownLatch(1);
    CountDownLatch goodbye = new CountDownLatch(1);
    Reply thenGoodbye =
        wire -> {
          Reply.ok("first").thenAwait(chosen).on(wire);
          wire.goAway(wire.request().stream());
          goodbye.countDown();
        };
    try (var server = WireServer.speaking(WireProtocol.HTTP_2_TLS, thenGoodbye)) {
      HttpClient client = clientOf(server);
      client.send(HttpRequest.newBuilder(server.uri()).build(), BodyHandlers.ofString());
      BodyPublisher late = new LateLength(chosen, goodbye);
      HttpRequest request = HttpRequest.newBuilder(server.uri()).POST(late).build();
      var call = client.sendAsync(request, BodyHandlers.ofString());
      assertThat(catchThrowable(() -> call.get(500, TimeUnit.MILLISECONDS)))
          .isInstanceOf(TimeoutException.class);
    }
  }

  /** A body that says that it is asked for its length, and answers when it is told to. */
  private record LateLength(CountDownLatch asked, CountDownLatch answer) implements BodyPublisher {

    @Override
    public long contentLength() {
      asked.countDown();
      try {
        answer.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return 5;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      BodyPublishers.ofString("order").subscribe(subscriber);
    }
  }

  private static Throwable failureOfPost(Reply reply) {
    try (var server = WireServer.speaking(WireProtocol.HTTP_2_TLS, reply)) {
      HttpClient client = clientOf(server);
      HttpRequest request =
          HttpRequest.newBuilder(server.uri()).POST(BodyPublishers.ofString("order")).build();
      return catchThrowable(() -> client.send(request, BodyHandlers.ofString()));
    }
  }

  private static HttpClient clientOf(WireServer server) {
    return HttpClient.newBuilder().sslContext(server.certificate().clientContext()).build();
  }
}
