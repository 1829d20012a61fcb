package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static dev.heed.jdk.Clients.post;
import static dev.heed.jdk.Clients.repeatable;
import static dev.heed.jdk.Clients.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.stage.Stage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the JDK's client does to a naive retry, and not to Heed: bodies, headers, dates. */
class TrapsTest {

  @TempDir Path folder;

  private Path appended() throws IOException {
    Path file = folder.resolve("log");
    Files.writeString(file, "old.");
    return file;
  }

  private static BodyHandler<Path> appendTo(Path file) {
    return BodyHandlers.ofFile(file, StandardOpenOption.APPEND);
  }

  @Test
  void naiveRetryWritesErrorBodiesIntoTheFile() throws Exception {
    Path file = appended();
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      NaiveRetry.send(bare(), get(server), appendTo(file));
    }
    assertThat(file).hasContent("old.busybusygood");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O2")
  void onlyTheReturnedBodyIsWrittenIntoTheFile(Mode mode) throws Exception {
    Path file = appended();
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      mode.call(heed(), get(server), appendTo(file));
    }
    assertThat(file).hasContent("old.good");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O2")
  void bodyHandlerIsAppliedOnce(Mode mode) throws Exception {
    AtomicInteger applied = new AtomicInteger();
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      mode.call(
          heed(),
          get(server),
          info -> {
            applied.incrementAndGet();
            return BodyHandlers.ofString().apply(info);
          });
      assertThat(server.seen()).hasSize(3);
    }
    assertThat(applied).hasValue(1);
  }

  private static HttpRequest oneShot(WireServer server) {
    InputStream once = new ByteArrayInputStream("hello".getBytes(UTF_8));
    return request(server, "PUT", BodyPublishers.ofInputStream(() -> once));
  }

  @Test
  void naiveRetrySendsAnEmptyBodyTheSecondTime() throws Exception {
    try (var server = WireServer.replying(Reply.busy(), Reply.ok("stored"))) {
      NaiveRetry.send(bare(), oneShot(server), BodyHandlers.ofString());
      assertThat(server.bodies()).containsExactly("hello", "");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void oneShotBodyIsTheSameEveryTimeAndHasALength(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("stored"))) {
      mode.text(heed(), repeatable(oneShot(server)));
      assertThat(server.bodies()).containsExactly("hello", "hello", "hello");
      assertThat(server.seen())
          .allSatisfy(seen -> assertThat(seen.values("Content-Length")).containsExactly("5"))
          .noneMatch(seen -> seen.has("Transfer-Encoding"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void oneShotBodyThatIsSentOnceIsNotBuffered(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.busy())) {
      HttpResponse<String> response = mode.text(heed(), oneShot(server));
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(server.bodies()).containsExactly("hello");
      assertThat(server.seen(1).values("Transfer-Encoding")).containsExactly("chunked");
    }
  }

  @Test
  void naiveRetryAppendsAHeaderOnEachAttempt() throws Exception {
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      NaiveRetry.send(
          bare(),
          get(server),
          given ->
              HttpRequest.newBuilder(given, (name, value) -> true).header("X-Token", "t").build(),
          BodyHandlers.ofString());
      assertThat(server.seen(3).values("X-Token")).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void headerOfAStageHasOneValueOnEachAttempt(Mode mode) throws Exception {
    AtomicInteger tokens = new AtomicInteger();
    HttpClient client =
        heed(plan -> plan.perAttempt(Stages.bearer(() -> "T" + tokens.incrementAndGet())));
    try (var server = WireServer.replying(Reply.busy(), Reply.busy(), Reply.ok("good"))) {
      HttpRequest given =
          HttpRequest.newBuilder(server.uri()).header("Authorization", "stale").build();
      mode.text(client, given);
      assertThat(server.seen())
          .extracting(seen -> seen.values("Authorization"))
          .extracting(Object::toString)
          .containsExactly("[Bearer T1]", "[Bearer T2]", "[Bearer T3]");
    }
  }

  @Test
  void naiveRetryRepeatsAFailureOfTheCallersOwnHandler() throws Exception {
    AtomicInteger applied = new AtomicInteger();
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThatThrownBy(
              () -> NaiveRetry.send(bare(), get(server), failing(applied, new Bug("mine"))))
          .isInstanceOf(IOException.class);
    }
    assertThat(applied).hasValue(4);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void failureOfTheCallersOwnHandlerIsRaisedAsItIs(Mode mode) throws Exception {
    AtomicInteger applied = new AtomicInteger();
    Bug bug = new Bug("mine");
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThatThrownBy(() -> mode.call(heed(), get(server), failing(applied, bug)))
          .satisfies(failure -> assertThat(Causes.of(failure)).contains(bug))
          .satisfies(
              failure ->
                  assertThat(CallReport.of(failure).gaveUpBecause())
                      .hasToString("Optional[not-retryable]"));
    }
    assertThat(applied).hasValue(1);
  }

  private static <T> BodyHandler<T> failing(AtomicInteger applied, RuntimeException failure) {
    return info -> {
      applied.incrementAndGet();
      throw failure;
    };
  }

  @Test
  void naiveRetrySendsAPostFourTimes() throws Exception {
    try (var server = WireServer.replying(Reply.busy())) {
      NaiveRetry.send(bare(), post(server, "order"), BodyHandlers.ofString());
      assertThat(server.bodies()).hasSize(4);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R3")
  void postIsSentOnce(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.busy())) {
      HttpResponse<String> response = mode.text(heed(), post(server, "order"));
      assertThat(response.body()).isEqualTo("busy");
      assertThat(server.bodies()).containsExactly("order");
    }
  }

  @Test
  void requestsWithDifferentBodiesAreEqualSoThatNaiveStateByRequestIsShared() throws Exception {
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThat(post(server, "a")).isEqualTo(post(server, "b"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("O5")
  void equalRequestsHaveTheirOwnSettingsAndReports(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.busy(), Reply.ok("a"), Reply.busy())) {
      HttpResponse<String> first = mode.text(heed(), repeatable(post(server, "a")));
      HttpResponse<String> second = mode.text(heed(), post(server, "b"));
      assertThat(CallReport.of(first).sends()).isEqualTo(2);
      assertThat(CallReport.of(second).sends()).isEqualTo(1);
      assertThat(server.bodies()).containsExactly("a", "a", "b");
    }
  }

  @Test
  void naiveDateParserRejectsTheOldForm() {
    assertThatThrownBy(
            () -> DateTimeFormatter.RFC_1123_DATE_TIME.parse("Sunday, 06-Nov-94 08:49:37 GMT"))
        .isInstanceOf(DateTimeParseException.class);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("H2")
  void dateInTheOldFormIsUnderstood(Mode mode) throws Exception {
    Reply past = Reply.of(503, "", "Retry-After: Sunday, 06-Nov-94 08:49:37 GMT");
    HttpClient client = heed(plan -> plan.retry(r -> r.baseDelay(Duration.ofSeconds(30))));
    try (var server = WireServer.replying(past, Reply.ok("good"))) {
      HttpResponse<String> response = mode.text(client, get(server));
      assertThat(CallReport.of(response).waited()).isZero();
    }
  }

  @Test
  void naiveReaderHidesThatTheServerContradictsItself() throws Exception {
    Reply unclear = Reply.of(503, "", "Retry-After: 3600", "Retry-After: 0");
    try (var server = WireServer.replying(unclear)) {
      HttpResponse<Void> response = bare().send(get(server), BodyHandlers.discarding());
      assertThat(response.headers().firstValue("Retry-After")).hasValue("3600");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("H5")
  void contradictingLinesAreNoHint(Mode mode) throws Exception {
    Reply unclear = Reply.of(503, "", "Retry-After: 3600", "Retry-After: 0");
    try (var server = WireServer.replying(unclear, Reply.ok("good"))) {
      HttpResponse<String> response = mode.text(heed(), get(server));
      assertThat(response.body()).isEqualTo("good");
      assertThat(CallReport.of(response).attempts().get(0).asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void headerThatTheJdkReservesIsAnErrorOfTheStageAndSendsNothing(Mode mode) throws Exception {
    Stage stage = Stage.of("host", request -> request.setHeader("Host", "elsewhere"));
    try (var server = WireServer.replying(Reply.ok("good"))) {
      assertThatThrownBy(() -> mode.text(heed(plan -> plan.perAttempt(stage)), get(server)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Host");
      assertThat(server.seen()).isEmpty();
    }
  }

  @Test
  void naiveTimerInMillisecondsIsEarly() {
    assertThat(Duration.ofMillis(Duration.ofNanos(1_900_000).toMillis()))
        .isLessThan(Duration.ofNanos(1_900_000));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("W2")
  void fractionOfAMillisecondIsWaitedToo(Mode mode) throws Exception {
    Reply busy = Reply.of(503, "", "Retry-After: 0.0119");
    try (var server = WireServer.replying(busy, busy, Reply.ok("good"))) {
      mode.text(heed(), get(server));
      assertThat(server.seen(2).arrivedAt() - server.seen(1).answeredAt())
          .isGreaterThan(11_900_000);
      assertThat(server.seen(3).arrivedAt() - server.seen(2).answeredAt())
          .isGreaterThan(11_900_000);
    }
  }

  private static final class Bug extends RuntimeException {

    private static final long serialVersionUID = 1;

    Bug(String message) {
      super(message);
    }
  }
}
