package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.plan;
import static dev.heed.jdk.Clients.post;
import static dev.heed.jdk.Clients.repeatable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heed's client in the place of the JDK's. */
class DropInTest {

  private static final URI FAR_AWAY = URI.create("http://127.0.0.1:1/");

  private static StubClient stub(HttpResponse<?>... responses) {
    AtomicInteger next = new AtomicInteger();
    return new StubClient(
        () -> CompletableFuture.completedFuture(responses[next.getAndIncrement()]));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R6")
  void withoutRetriesTheSameRequestObjectIsSent(Mode mode) throws Exception {
    StubClient stub = stub(StubResponse.of(503, "busy"));
    HttpRequest request =
        HttpRequest.newBuilder(FAR_AWAY)
            .PUT(BodyPublishers.ofInputStream(InputStream::nullInputStream))
            .build();
    HttpClient client = HeedHttpClient.wrap(stub, plan(p -> p.retry(r -> r.maxRetries(0))));
    mode.text(client, request);
    assertThat(stub.requests()).singleElement().isSameAs(request);
  }

  @ParameterizedTest
  @EnumSource
  void clientFurtherInsideIsToldWhichAttemptItMakes(Mode mode) throws Exception {
    StubResponse<String> busy = StubResponse.of(503, "busy");
    StubClient stub = stub(busy, busy, busy);
    HttpRequest request = HttpRequest.newBuilder(FAR_AWAY).build();
    mode.text(HeedHttpClient.wrap(stub, plan(p -> p.retry(r -> r.maxRetries(2)))), request);
    assertThat(stub.requests())
        .extracting(HeedRequest::attemptOf)
        .containsExactly(OptionalInt.of(1), OptionalInt.of(2), OptionalInt.of(3));
    assertThat(HeedRequest.attemptOf(request)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R6")
  void withoutRetriesATimeLimitChangesNothingOfThat(Mode mode) throws Exception {
    StubClient stub = stub(StubResponse.of(200, "good"));
    HttpRequest request =
        HttpRequest.newBuilder(FAR_AWAY).timeout(Duration.ofSeconds(20)).GET().build();
    mode.text(HeedHttpClient.wrap(stub), HeedRequest.from(request).maxRetries(0).build());
    assertThat(stub.requests()).singleElement().isSameAs(request);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void stubThatNeverRunsTheHandlerIsAskedLate(Mode mode) throws Exception {
    StubClient stub = stub(StubResponse.busy("0", "busy"), StubResponse.of(200, "good"));
    HttpResponse<String> response = mode.text(HeedHttpClient.wrap(stub, plan()), get(FAR_AWAY));
    assertThat(response.body()).isEqualTo("good");
    assertThat(CallReport.of(response).sends()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O1")
  void bodyOfALateDiscardedResponseIsClosed(Mode mode) throws Exception {
    AtomicInteger closed = new AtomicInteger();
    InputStream body =
        new InputStream() {
          @Override
          public int read() {
            return -1;
          }

          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    StubClient stub =
        stub(StubResponse.busy("0", body), StubResponse.of(200, InputStream.nullInputStream()));
    mode.call(HeedHttpClient.wrap(stub, plan()), get(FAR_AWAY), BodyHandlers.ofInputStream());
    assertThat(closed).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R11")
  void innerClientLeavesACallToTheOuterOne(Mode mode) throws Exception {
    HttpClient outer = HeedHttpClient.wrap(heed(plan()), plan());
    try (var server = WireServer.replying(Reply.busy())) {
      HttpResponse<String> response = mode.text(outer, get(server));
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(server.seen()).hasSize(4).noneMatch(DropInTest::isMarked);
    }
  }

  private static boolean isMarked(Seen seen) {
    return seen.has("X-Heed") || seen.has("Heed");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R11")
  void innerClientRetriesWhereTheOuterOneDoesNot(Mode mode) throws Exception {
    Heed preparing =
        plan(
            p ->
                p.retry(r -> r.maxRetries(0))
                    .callTimeout(Duration.ofSeconds(20))
                    .perAttempt(Stages.bearer(() -> "t")));
    HttpClient outer = HeedHttpClient.wrap(heed(plan()), preparing);
    try (var server = WireServer.replying(Reply.busy(), Reply.ok("good"))) {
      assertThat(mode.text(outer, get(server)).body()).isEqualTo("good");
      assertThat(server.seen())
          .allSatisfy(seen -> assertThat(seen.values("Authorization")).containsExactly("Bearer t"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R11")
  void innerClientTrustsABodyThatTheOuterOneWatches(Mode mode) throws Exception {
    HttpClient outer = HeedHttpClient.wrap(heed(plan()), plan(p -> p.retry(r -> r.maxRetries(0))));
    try (var server = WireServer.replying(Reply.busy(), Reply.ok("good"))) {
      HttpRequest request =
          HeedRequest.from(post(server, "once"))
              .bodySupplier(() -> BodyPublishers.ofString("anew"))
              .build();
      mode.text(outer, HeedRequest.from(request).idempotent(true).build());
      assertThat(server.bodies()).containsExactly("anew");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R11")
  void callOfAStageIsACallOfItsOwn(Mode mode) throws Exception {
    HttpClient inner = heed(plan());
    try (var tokens = WireServer.replying(Reply.busy(), Reply.ok("T1"));
        var server = WireServer.replying(Reply.ok("good"))) {
      Stage token =
          request ->
              inner
                  .sendAsync(get(tokens), BodyHandlers.ofString())
                  .thenAccept(answer -> request.setHeader("Authorization", answer.body()));
      mode.text(HeedHttpClient.wrap(inner, plan(p -> p.perAttempt(token))), get(server));
      assertThat(tokens.seen()).hasSize(2);
      assertThat(server.seen(1).values("Authorization")).containsExactly("T1");
    }
  }

  @Test
  @Tag("O6")
  void settingsAreTheWrappedClients() {
    Executor executor = Runnable::run;
    CookieManager cookies = new CookieManager();
    Authenticator authenticator = new Authenticator() {};
    HttpClient client =
        HeedHttpClient.newBuilder(plan())
            .executor(executor)
            .cookieHandler(cookies)
            .authenticator(authenticator)
            .connectTimeout(Duration.ofSeconds(5))
            .followRedirects(Redirect.NORMAL)
            .proxy(ProxySelector.of(null))
            .sslParameters(new SSLParameters(new String[] {"a"}))
            .priority(7)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    assertThat(client.executor()).containsSame(executor);
    assertThat(client.cookieHandler()).containsSame(cookies);
    assertThat(client.authenticator()).containsSame(authenticator);
    assertThat(client.connectTimeout()).hasValue(Duration.ofSeconds(5));
    assertThat(client.followRedirects()).isEqualTo(Redirect.NORMAL);
    assertThat(client.proxy()).isPresent();
    assertThat(client.sslParameters().getCipherSuites()).containsExactly("a");
    assertThat(client.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  @Test
  @Tag("O6")
  void whatWasNotSetIsEmptyAsWithTheJdk() throws Exception {
    HttpClient client = HeedHttpClient.newBuilder().sslContext(SSLContext.getDefault()).build();
    assertThat(client.executor()).isEmpty();
    assertThat(client.cookieHandler()).isEmpty();
    assertThat(client.authenticator()).isEmpty();
    assertThat(client.connectTimeout()).isEmpty();
    assertThat(client.followRedirects()).isEqualTo(Redirect.NEVER);
    assertThat(client.proxy()).isEmpty();
    assertThat(client.sslContext()).isSameAs(SSLContext.getDefault());
    assertThat(client.version()).isEqualTo(HttpClient.Version.HTTP_2);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O8")
  void responseIsTheJdksOwn(Mode mode) throws Exception {
    HttpClient client =
        HeedHttpClient.newBuilder(plan())
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(Redirect.NORMAL)
            .build();
    try (var server = WireServer.replying(Reply.redirect(302, "/b"), Reply.ok("good"))) {
      HttpResponse<String> response = mode.text(client, get(server.uri("/a")));
      assertThat(response.getClass().getModule()).isSameAs(HttpClient.class.getModule());
      assertThat(response.uri()).isEqualTo(server.uri("/b"));
      assertThat(response.request().method()).isEqualTo("GET");
      assertThat(response.previousResponse())
          .get()
          .extracting(HttpResponse::statusCode)
          .isEqualTo(302);
      assertThat(response.sslSession()).isEmpty();
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    }
  }

  @Test
  @Tag("O6")
  void webSocketsAreTheJdksOwn() throws Exception {
    HttpClient naive = stub();
    assertThatThrownBy(naive::newWebSocketBuilder)
        .isInstanceOf(UnsupportedOperationException.class);
    try (var server = WireServer.replying(Reply.of(403, "no"))) {
      URI place = URI.create(server.uri().toString().replace("http", "ws"));
      CompletableFuture<WebSocket> socket =
          heed().newWebSocketBuilder().buildAsync(place, new WebSocket.Listener() {});
      assertThatThrownBy(socket::join).isInstanceOf(CompletionException.class);
      assertThat(server.seen(1).values("Upgrade")).containsExactly("websocket");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void cookiesOfARefusalAreSentBack(Mode mode) throws Exception {
    HttpClient client =
        HeedHttpClient.newBuilder(plan())
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();
    Reply marking = Reply.of(503, "", "Retry-After: 0", "Set-Cookie: seen=1");
    try (var server = WireServer.replying(marking, Reply.ok("good"))) {
      mode.text(client, get(server));
      assertThat(server.seen(2).values("Cookie")).containsExactly("seen=1");
    }
  }

  @Test
  @Tag("O6")
  void nullArgumentsAreRefusedAtOnceAsByTheJdk() {
    HttpClient client = heed();
    assertThatThrownBy(() -> client.send(null, BodyHandlers.ofString()))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> client.sendAsync(get(FAR_AWAY), null))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  @Tag("T5")
  void descriptionEndsWithTheHost() {
    HeedHttpClient client = HeedHttpClient.wrap(bare(), plan(p -> p.callTimeout(ONE_MINUTE)));
    assertThat(client.describe().parts())
        .last()
        .asString()
        .startsWith("TRANSPORT java.net.http.HttpClient: HTTP_1_1, redirects NEVER");
    assertThat(client.describe().warnings()).isEmpty();
    assertThat(HeedHttpClient.wrap(client).describe().warnings())
        .anyMatch(warning -> warning.startsWith("this client wraps another client of Heed"));
  }

  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

  @Test
  void textsNameThePlanAndTheRequest() {
    assertThat(HeedHttpClient.wrap(bare(), plan()).toString()).startsWith("HeedHttpClient[test, ");
    assertThat(repeatable(get(FAR_AWAY))).hasToString("http://127.0.0.1:1/ GET");
  }

  private static HttpClient withPassword(String password) {
    return HeedHttpClient.newBuilder(plan())
        .version(HttpClient.Version.HTTP_1_1)
        .authenticator(
            new Authenticator() {
              @Override
              protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication("user", password.toCharArray());
              }
            })
        .build();
  }

  private static final Reply CHALLENGE = Reply.of(401, "", "WWW-Authenticate: Basic realm=\"r\"");

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void authenticatorAnswersAChallengeWithinOneAttempt(Mode mode) throws Exception {
    try (var server = WireServer.replying(CHALLENGE, Reply.ok("good"))) {
      HttpResponse<String> response = mode.text(withPassword("right"), get(server));
      assertThat(CallReport.of(response).sends()).isEqualTo(1);
      assertThat(server.seen(2).has("Authorization")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void refusalWithoutAChallengeIsNotRetried(Mode mode) throws Exception {
    for (int status : List.of(401, 407)) {
      try (var server = WireServer.replying(Reply.of(status, ""))) {
        assertThatThrownBy(() -> mode.text(withPassword("any"), get(server)))
            .isInstanceOf(IOException.class)
            .satisfies(
                failure ->
                    assertThat(CallReport.of(failure).gaveUpBecause())
                        .hasToString("Optional[not-retryable]"));
        assertThat(server.seen()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R1")
  void wrongPasswordIsNotTriedMoreOftenThanTheJdkDoes(Mode mode) throws Exception {
    try (var server = WireServer.replying(CHALLENGE)) {
      assertThatThrownBy(() -> mode.text(withPassword("wrong"), get(server)))
          .isInstanceOf(IOException.class);
      assertThat(server.seen()).hasSizeLessThanOrEqualTo(5);
    }
  }
}
