package dev.heed.conformance;

import static dev.heed.conformance.Capability.FILE_BODIES;
import static dev.heed.conformance.Capability.ONE_SHOT_BODIES;
import static dev.heed.conformance.Capability.SUPPLIED_BODIES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heed.Heed;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.retry.RetryMethods;
import dev.heed.transport.BodyTooLargeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Rules B1 to B3: each attempt is the request as it was, or there is none. */
abstract class RequestBodyRules extends Rules {

  private static final String LONG_TEXT = "one row of a long body \u00e9\n".repeat(4_000);

  private static Heed.Builder everything(Heed.Builder plan) {
    return plan.retry(retry -> retry.methods(RetryMethods.all()));
  }

  @Tag("B1")
  @InEveryMode
  void everyAttemptIsTheSameRequest(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    RequestSpec.Builder request =
        Trial.post(server.uri("/a%2Fb;c?q=%20x&y=1"), "order")
            .header("X-One", "1")
            .header("X-Two", "a")
            .header("X-Two", "b")
            .header("Content-Type", "text/plain");
    Subject client = trial.client(RequestBodyRules::everything);
    assertEquals("good", trial.send(client, request).text());
    assertEquals(3, server.seen().size());
    for (Seen seen : server.seen()) {
      assertEquals("POST", seen.method());
      assertEquals("/a%2Fb;c?q=%20x&y=1", seen.target());
      assertEquals(List.of("1"), seen.values("X-One"));
      assertEquals("a, b", String.join(", ", seen.values("X-Two")));
      assertEquals(List.of("text/plain"), seen.values("Content-Type"));
      assertEquals(fieldNames(server.seen(1)), fieldNames(seen));
    }
    assertEquals(List.of("order", "order", "order"), server.bodies());
  }

  private static List<String> fieldNames(Seen seen) {
    return seen.fields().stream().map(field -> field.split(":", 2)[0]).sorted().toList();
  }

  @Tag("B1")
  @InEveryMode
  void aLongBodyIsTheSameInEveryByte(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    Subject client = trial.client(RequestBodyRules::everything);
    assertEquals("good", trial.send(client, Trial.post(server.uri(), LONG_TEXT)).text());
    byte[] expected = LONG_TEXT.getBytes(StandardCharsets.UTF_8);
    server.seen().forEach(seen -> assertArrayEquals(expected, seen.body()));
    assertEquals(3, server.seen().size());
  }

  @Tag("B2")
  @InEveryMode(needs = FILE_BODIES)
  void aFileIsSentAgainFromItsStart(Trial trial, @TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("body"), LONG_TEXT);
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    Subject client = trial.client(RequestBodyRules::everything);
    RequestSpec.Builder request = RequestSpec.builder("PUT", server.uri()).body(Body.file(file));
    assertEquals("good", trial.send(client, request).text());
    assertEquals(List.of(LONG_TEXT, LONG_TEXT, LONG_TEXT), server.bodies());
  }

  @Tag("B2")
  @InEveryMode(needs = SUPPLIED_BODIES)
  void aSuppliedBodyIsAskedForOnceForEachAttempt(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    AtomicInteger asked = new AtomicInteger();
    RequestSpec.Builder request =
        RequestSpec.builder("PUT", server.uri())
            .body(
                Body.supplied(
                    () -> {
                      asked.incrementAndGet();
                      return Bodies.of("order");
                    }));
    Subject client = trial.client(RequestBodyRules::everything);
    assertEquals("good", trial.send(client, request).text());
    assertEquals(List.of("order", "order", "order"), server.bodies());
    assertEquals(3, asked.get());
  }

  @Tag("B2")
  @InEveryMode(needs = ONE_SHOT_BODIES)
  void aOneShotBodyIsReadOnceAndSentAgainWhole(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.reset(), Reply.ok("good"));
    Bodies.Counted body = new Bodies.Counted(5_000);
    Subject client = trial.client(RequestBodyRules::everything);
    assertEquals("good", trial.send(client, oneShot(server, body)).text());
    assertEquals(5_000, body.bytesRead());
    assertEquals(3, server.seen().size());
    server.seen().forEach(seen -> assertArrayEquals(server.seen(1).body(), seen.body()));
    assertEquals(5_000, server.seen(3).body().length);
  }

  @Tag("B2")
  @InEveryMode(needs = ONE_SHOT_BODIES)
  void nothingIsKeptWhereNoRetryIsPossible(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("again"));
    Bodies.Counted body = new Bodies.Counted(3 << 20);
    RequestSpec.Builder request =
        RequestSpec.builder("POST", server.uri()).body(Body.oneShot(body));
    assertEquals(503, trial.send(trial.client(), request).status());
    assertEquals(1, server.seen().size());
    assertEquals(3 << 20, server.seen(1).body().length);
    assertFalse(server.seen(1).has("Content-Length"), "the length was known, so it was read first");
  }

  @Tag("B3")
  @InEveryMode(needs = ONE_SHOT_BODIES)
  void aOneShotBodyAboveTheLimitFailsBeforeTheFirstSend(Trial trial) {
    WireServer server = trial.server(Reply.ok("never"));
    Subject client = trial.client(plan -> everything(plan).bodyBuffer(1_000, 10_000));
    Throwable failure = trial.start(client, oneShot(server, new Bodies.Counted(1_001))).failure();
    String message = Failures.require(failure, BodyTooLargeException.class).toString();
    for (String wayOut : List.of("afresh", "sendOnce", "not eligible")) {
      assertTrue(message.contains(wayOut), () -> wayOut + " is missing in: " + message);
    }
    assertEquals(0, server.seen().size());
  }

  @Tag("B3")
  @InEveryMode(needs = ONE_SHOT_BODIES)
  void exactlyTheLimitIsKept(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("good"));
    Subject client = trial.client(plan -> everything(plan).bodyBuffer(1_000, 10_000));
    assertEquals("good", trial.send(client, oneShot(server, new Bodies.Counted(1_000))).text());
    assertEquals(1_000, server.seen(2).body().length);
  }

  @Tag("B3")
  @InEveryMode(needs = ONE_SHOT_BODIES)
  void whatIsToBeSentOnceIsSentOnceAndItsResponseReturned(Trial trial) {
    WireServer server = trial.server(Reply.busy(), Reply.ok("again"));
    Subject client = trial.client(plan -> everything(plan).bodyBuffer(1_000, 10_000));
    RequestSpec.Builder request = oneShot(server, new Bodies.Counted(5_000)).sendOnce();
    assertEquals("503 \"busy\"", trial.send(client, request).toString());
    assertEquals(1, server.seen().size());
    assertEquals(5_000, server.seen(1).body().length);
  }

  private static RequestSpec.Builder oneShot(WireServer server, Bodies.Counted body) {
    return RequestSpec.builder("PUT", server.uri()).body(Body.oneShot(body));
  }
}
