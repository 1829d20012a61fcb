package dev.heed.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubServer;
import dev.heed.testing.VirtualTime;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs test classes as JUnit does, and looks at how their tests end. */
@Tag("X1")
@Tag("X3")
final class HeedExtensionTest {

  private static final URI ORDER = URI.create("https://api.example.com/orders/7");
  private static final HttpRequest REQUEST = HttpRequest.newBuilder(ORDER).build();

  /** What the test classes below have been given, and what they saw. */
  private static final List<Object> SEEN = new ArrayList<>();

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  /** How the one test of a class fails; null when it passes. */
  private static Throwable run(Class<?> type) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(type))
        .execute()
        .testEvents()
        .finished()
        .stream()
        .map(HeedExtensionTest::failureOf)
        .reduce(null, (first, second) -> first == null ? second : first);
  }

  private static Throwable failureOf(Event event) {
    return event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElse(null);
  }

  @ExtendWith(HeedExtension.class)
  static final class Passes {

    @BeforeEach
    void prepare(StubHttpClient stub) {
      SEEN.add(stub);
      stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));
    }

    @Test
    void test(StubHttpClient stub, VirtualTime time, StubServer server) throws Exception {
      HttpResponse<String> response = stub.client().send(REQUEST, BodyHandlers.ofString());
      server.on(Route.get("/"), Reply.status(204));
      HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(server.uri("/")).build(), BodyHandlers.discarding());
      SEEN.addAll(List.of(stub, response.body(), time.elapsed(), time, server));
    }

    @AfterEach
    void look(VirtualTime time, StubServer server) {
      SEEN.addAll(List.of(time, server));
    }
  }

  @Test
  void givesOneOfEachTypeOnOneClock() {
    assertThat(run(Passes.class)).isNull();

    assertThat(SEEN).hasSize(8);
    assertThat(SEEN.get(0)).isSameAs(SEEN.get(1));
    assertThat(SEEN.subList(2, 4)).containsExactly("ok", Duration.ofSeconds(7));
    assertThat(SEEN.get(4)).isSameAs(SEEN.get(6));
    assertThat(SEEN.get(5)).isSameAs(SEEN.get(7));
  }

  @Test
  void closesEverything() {
    run(Passes.class);
    StubHttpClient stub = (StubHttpClient) SEEN.get(0);
    VirtualTime time = (VirtualTime) SEEN.get(4);
    URI server = ((StubServer) SEEN.get(5)).uri();

    assertThat(stub.isTerminated()).isTrue();
    assertThatThrownBy(() -> new Socket(server.getHost(), server.getPort()).close())
        .isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> time.advance(Duration.ZERO))
        .hasMessageStartingWith("The virtual clock was closed");
  }

  @ExtendWith(HeedExtension.class)
  static final class EachItsOwn {

    @Test
    void one(VirtualTime time) {
      SEEN.add(time);
    }

    @Test
    void two(VirtualTime time) {
      SEEN.add(time);
    }
  }

  @Test
  void givesEachTestItsOwn() {
    assertThat(run(EachItsOwn.class)).isNull();

    assertThat(SEEN).hasSize(2).doesNotHaveDuplicates();
  }

  @ExtendWith(HeedExtension.class)
  static final class ForgetsAReply {

    @Test
    void test(StubHttpClient stub, StubServer server) {
      stub.on(Route.get("/orders/7"), Reply.text("ok"));
      server.on(Route.get("/customers/8"), Reply.text("ok"));
    }
  }

  @Test
  void aReplyThatNobodyAskedForFailsTheTest() {
    assertThat(run(ForgetsAReply.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("/orders/7")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("/customers/8"));
  }

  @ExtendWith(HeedExtension.class)
  static final class ForgetsACall {

    @Test
    void test(StubHttpClient stub) {
      stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)));
      CompletableFuture<?> call = stub.client().sendAsync(REQUEST, BodyHandlers.ofString());
      SEEN.add(call);
    }
  }

  @Test
  void aCallThatStillWaitsFailsTheTestByName() {
    assertThat(run(ForgetsACall.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("Somebody still waits when the test ends.")
        .hasMessageContaining(
            "timer of the wait before another attempt, stub: GET https://api.example.com/orders/7")
        .hasMessageContaining("until +7 s");
  }

  @ExtendWith(HeedExtension.class)
  static final class FailsByItself {

    @Test
    void test(StubHttpClient stub) throws IOException {
      stub.on(Route.get("/orders/7"), Reply.text("ok"));
      throw new IOException("the test's own");
    }
  }

  @Test
  void theFailureOfTheTestComesFirst() {
    assertThat(run(FailsByItself.class))
        .isInstanceOf(IOException.class)
        .hasMessage("the test's own")
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .singleElement()
                    .asString()
                    .contains("/orders/7"));
  }

  @ExtendWith(HeedExtension.class)
  static final class IsAborted {

    @Test
    void test(StubHttpClient stub) {
      stub.on(Route.get("/orders/7"), Reply.text("ok"));
      Assumptions.abort("not here");
    }
  }

  @Test
  void aTestThatIsAbortedStaysSo() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(IsAborted.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.aborted(1).failed(0));
  }

  @ExtendWith(HeedExtension.class)
  static final class InAConstructor {

    InAConstructor(VirtualTime time) {
      SEEN.add(time);
    }

    @Test
    void test() {}
  }

  @Test
  void aParameterOfAConstructorIsRefusedWithAReason() {
    assertThat(run(InAConstructor.class))
        .hasMessageContaining(
            "each test has a VirtualTime of its own: make it a parameter of the test method or of a"
                + " @BeforeEach method, not of ");
  }

  @ExtendWith(HeedExtension.class)
  static final class TakesNothing {

    @Test
    void test() {}
  }

  @Test
  void aTestThatTakesNothingCostsNothing() {
    assertThat(run(TakesNothing.class)).isNull();
  }
}
