package dev.heed.testing;

import static dev.heed.testing.Requests.get;
import static dev.heed.testing.Requests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which reply a request gets, and what is said when there is none. */
@Tag("X1")
class ScriptTest {

  private final StubHttpClient stub = new StubHttpClient();

  private String send(HttpRequest request) throws IOException, InterruptedException {
    return stub.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void oneShotRoutesAnswerInTheirOrder() throws Exception {
    stub.on(Route.get("/a"), Reply.text("1"), Reply.text("2")).on(Route.get("/a"), Reply.text("3"));
    assertThat(send(get("/a")) + send(get("/a")) + send(get("/a"))).isEqualTo("123");
    stub.verifyAllCalled();
  }

  @Test
  void reusableRoutesComeAfterAndTheFallbackLast() throws Exception {
    stub.on(Route.fallback(), Reply.text("f"))
        .on(Route.get("/a").reusable(), Reply.text("r"))
        .on(Route.any("*"), Reply.text("o"));
    assertThat(send(get("/a")) + send(get("/a")) + send(get("/a"))).isEqualTo("orr");
    assertThat(send(get("/b"))).isEqualTo("f");
    stub.verifyAllCalled();
  }

  @Test
  void lasterReusableRouteHasNoTurn() throws Exception {
    stub.on(Route.any("*").reusable(), Reply.text("first"))
        .on(Route.get("/a").reusable(), Reply.text("second"));
    assertThat(send(get("/a"))).isEqualTo("first");
  }

  @Test
  void reusableRouteTakesOneReply() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stub.on(Route.get("/a").reusable(), Reply.status(500), Reply.status(200)))
        .withMessage(
            "GET /a (reusable) gives one reply each time, not 2 in turn; Reply.from can count, and"
                + " a route that is not reusable takes several");
  }

  @Test
  void nullIsRefusedByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> stub.on(null, Reply.status(200)))
        .withMessage("route");
    assertThatNullPointerException()
        .isThrownBy(() -> stub.on(Route.get("/"), null))
        .withMessage("reply");
    assertThatNullPointerException()
        .isThrownBy(() -> stub.on(Route.get("/"), Reply.status(200), (Reply) null))
        .withMessage("reply");
  }

  @Test
  void unmatchedRequestSaysWhyTheNearestRouteDidNotMatch() {
    stub.on(Route.post("/orders").header("Accept", "text/plain"), Reply.status(201))
        .on(Route.get("/orders/{id}"), Reply.json("{}"));
    assertThatThrownBy(() -> send(post("/orders", "x")))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            no route matches POST http://api.test/orders
            nearest: POST /orders with header Accept: text/plain, but header Accept is absent
            routes that remain:
              POST /orders with header Accept: text/plain -> 201
              GET /orders/{id} -> 200, Content-Type: application/json, 2 bytes\
            """);
  }

  @Test
  void unmatchedRequestSaysThatARouteIsUsedUp() throws Exception {
    stub.on(Route.get("/a"), Reply.text("1"), Reply.text("2"));
    send(get("/a"));
    send(get("/a"));
    assertThatThrownBy(() -> send(get("/a")))
        .hasMessage(
            """
            no route matches GET http://api.test/a
            already used up: GET /a, with 2 replies; give it another reply, or make the route reusable()
            routes that remain: none\
            """);
  }

  @Test
  void unmatchedRequestNamesTheRouteWithAnotherMethodBeforeOneWithAnotherPath() {
    stub.on(Route.get("/b"), Reply.status(200)).on(Route.put("/a"), Reply.status(200));
    assertThatThrownBy(() -> send(get("/a")))
        .hasMessageContaining("nearest: PUT /a, but the method is GET\n");
  }

  @Test
  void nearestRouteMayBeOneThatIsUsedUp() throws Exception {
    stub.on(Route.get("/orders"), Reply.text("1"));
    send(get("/orders"));
    assertThatThrownBy(() -> send(get("/order")))
        .hasMessage(
            """
            no route matches GET http://api.test/order
            nearest: GET /orders, but the path is /order
            routes that remain: none\
            """);
  }

  @Test
  void stubWithoutRoutesSaysSo() {
    assertThatThrownBy(() -> send(get("/a")))
        .hasMessage(
            "no route matches GET http://api.test/a: the stub has no routes; add them with"
                + " on(route, reply)");
  }

  @Test
  void longListsAreCutShort() {
    for (int i = 0; i < 12; i++) {
      stub.on(Route.get("/" + i), Reply.status(200));
    }
    assertThatThrownBy(stub::verifyAllCalled)
        .hasMessageContaining("\n  GET /9 -> 200\n  and 2 more");
  }

  @Test
  void unmatchedRequestIsNotRetried() {
    stub.on(Route.post("/other"), Reply.status(200));
    assertThatThrownBy(() -> stub.client().send(get("/a"), BodyHandlers.ofString()))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("no route matches GET http://api.test/a");
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void unmatchedRequestFailsAnAsynchronousCallToo() {
    CompletableFuture<?> future = stub.client().sendAsync(get("/a"), BodyHandlers.ofString());
    assertThat(future).isCompletedExceptionally();
    assertThatThrownBy(future::join)
        .hasCauseInstanceOf(AssertionError.class)
        .hasMessageContaining("no route matches GET http://api.test/a");
    assertThat(stub.requests()).hasSize(1);
  }

  @Test
  void verificationListsWhatIsMissingAndWhatCame() throws Exception {
    stub.on(Route.get("/a"), RetryReply.after(Duration.ofSeconds(7)), Reply.status(200))
        .on(Route.post("/orders"), Reply.status(201))
        .on(Route.fallback(), Reply.status(404));
    send(get("/a"));
    send(get("/b"));
    assertThatThrownBy(stub::verifyAllCalled)
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            replies that nobody asked for:
              GET /a -> 200
              POST /orders -> 201
            what came:
              1. GET http://api.test/a -> 429, Retry-After: 7
              2. GET http://api.test/b -> 404\
            """);
  }

  @Test
  void verificationSaysThatNothingCame() {
    stub.on(Route.get("/a"), Reply.status(200));
    assertThatThrownBy(stub::verifyAllCalled)
        .hasMessage(
            """
            replies that nobody asked for:
              GET /a -> 200
            what came: none\
            """);
  }

  @Test
  void verificationReportsAnUnmatchedRequestThatTheCodeUnderTestSwallowed() {
    assertThatThrownBy(() -> send(get("/a"))).isInstanceOf(AssertionError.class);
    assertThatThrownBy(stub::verifyAllCalled)
        .hasMessage(
            """
            requests that no route matched:
              GET http://api.test/a
            what came:
              1. GET http://api.test/a, answered by no route\
            """);
  }

  @Test
  void reusableRoutesNeedNotBeCalled() {
    stub.on(Route.get("/a").reusable(), Reply.status(200)).on(Route.fallback(), Reply.status(404));
    assertThatCode(stub::verifyAllCalled).doesNotThrowAnyException();
  }

  @Test
  void verificationWaitsForCallsOnOtherThreads() throws Exception {
    stub.on(Route.get("/a"), Reply.text("x"));
    CompletableFuture<String> other = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                other.complete(send(get("/a")));
              } catch (IOException | InterruptedException e) {
                other.completeExceptionally(e);
              }
            })
        .start();
    stub.verifyAllCalled(Duration.ofSeconds(Long.MAX_VALUE)); // as long as it takes
    assertThat(other.get()).isEqualTo("x");
  }

  @Test
  void verificationGivesUpWhenTheTimeIsOver() {
    stub.on(Route.get("/a"), Reply.text("x"));
    assertThatThrownBy(() -> stub.verifyAllCalled(Duration.ofMillis(5)))
        .hasMessageStartingWith("replies that nobody asked for");
    assertThatThrownBy(() -> stub.verifyAllCalled(Duration.ZERO))
        .isInstanceOf(AssertionError.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stub.verifyAllCalled(Duration.ofSeconds(-1)));
  }

  @Test
  void verificationDoesNotWaitOnceSomethingIsWrong() {
    stub.on(Route.get("/a"), Reply.text("x"));
    assertThatThrownBy(() -> send(get("/b"))).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> stub.verifyAllCalled(Duration.ofDays(1)))
        .hasMessageContaining("requests that no route matched");
  }

  @Test
  void failingConditionFailsTheCallAndTheVerification() {
    stub.on(
        Route.get("/a")
            .where(
                "odd",
                request -> {
                  throw new IllegalArgumentException("bug");
                }),
        Reply.status(200));
    assertThatIllegalStateException()
        .isThrownBy(() -> stub.client().send(get("/a"), BodyHandlers.ofString()))
        .withMessageContaining("the condition \"odd\" of the route GET /a with odd failed");
    assertThat(stub.requests()).hasSize(1);
    assertThatThrownBy(stub::verifyAllCalled)
        .hasMessageContaining("what went wrong:\n  the condition");
  }

  @Test
  void failingReplyFailsTheCallAndTheVerification() {
    stub.on(Route.get("/a"), Reply.from(request -> Reply.text(request.variable("id"))));
    stub.on(Route.get("/b"), Reply.from(request -> null));
    assertThatIllegalStateException()
        .isThrownBy(() -> stub.client().send(get("/a"), BodyHandlers.ofString()))
        .withMessage("the reply of the route GET /a to GET http://api.test/a failed");
    assertThatIllegalStateException()
        .isThrownBy(() -> send(get("/b")))
        .withStackTraceContaining("the function of Reply.from gave no reply");
    assertThatThrownBy(stub::verifyAllCalled)
        .hasMessageContaining("what went wrong:\n  the reply of the route GET /a");
  }

  @Test
  void replyMadeFromTheRequestMayAskTheStub() throws Exception {
    stub.on(
        Route.get("/orders/{id}").reusable(),
        Reply.from(r -> Reply.text(r.variable("id") + " of " + stub.requests().size())));
    assertThat(send(get("/orders/7"))).isEqualTo("7 of 1");
    assertThat(send(get("/orders/8"))).isEqualTo("8 of 2");
  }

  @Test
  void requestThatDidNotComeIsNamed() throws Exception {
    stub.on(Route.any("*").reusable(), Reply.status(200));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stub.request(1))
        .withMessage("there is no request 1; none came");
    send(get("/a"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stub.request(2))
        .withMessage("there is no request 2; one came");
    assertThat(stub).hasToString("stub client, 1 requests, 0 replies left");
  }
}
