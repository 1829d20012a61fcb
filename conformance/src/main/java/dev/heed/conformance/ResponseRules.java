package dev.heed.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Rules R10, O2 and O3: what becomes of the bodies of responses. */
abstract class ResponseRules extends Rules {

  private static final Reply SHORT = Reply.truncated(200, "half", 8);

  @Tag("R10")
  @InEveryMode
  void aShortBodyIsNeverASuccess(Trial trial) {
    WireServer server = trial.server(SHORT);
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(1)));
    Throwable failure = trial.start(client, Trial.get(server.uri())).failure();
    Failures.require(failure, IOException.class);
  }

  @Tag("R10")
  @InEveryMode
  void aBodyThatIsCollectedIsAskedForAgain(Trial trial) {
    WireServer server =
        trial.server(
            SHORT,
            Reply.head(200, "Content-Length: 8").body("half").thenReset(),
            Reply.ok("the whole"));
    assertEquals("the whole", trial.get(server).text());
    assertEquals(3, server.seen().size());
  }

  @Tag("R10")
  @InEveryMode
  void aShortBodyOfAPostIsAFailureAndNotAskedForAgain(Trial trial) {
    WireServer server = trial.server(SHORT, Reply.ok("again"));
    trial.start(trial.client(), Trial.post(server.uri(), "order")).failure();
    assertEquals(1, server.seen().size());
  }

  @Tag("R10")
  @InEveryMode(needs = Capability.STREAMED_RESPONSES)
  void aShortStreamFailsWhereItBreaksOff(Trial trial) {
    WireServer server = trial.server(SHORT, Reply.ok("again"));
    Result result = trial.send(trial.client(), Trial.get(server.uri()).streamed());
    assertEquals(200, result.status());
    assertThrows(IOException.class, () -> Bodies.read(result));
    assertEquals(1, server.seen().size());
  }

  @Tag("R10")
  @InEveryMode
  void aFileThatBreaksOffIsNotWrittenTwice(Trial trial, @TempDir Path folder) {
    WireServer server = trial.server(SHORT, Reply.ok("again"));
    RequestSpec.Builder request = Trial.get(server.uri()).into(folder.resolve("body"));
    trial.start(trial.client(), request).failure();
    assertEquals(1, server.seen().size());
  }

  @Tag("O2")
  @InEveryMode
  void theCallersHandlerSeesTheResponseThatIsReturnedAlone(Trial trial) {
    WireServer server =
        trial.server(Reply.busy(), Reply.reset(), Reply.of(500, "no"), Reply.ok("good"));
    List<Integer> handed = new CopyOnWriteArrayList<>();
    Result result = trial.send(trial.client(), Trial.keyed(server.uri()).handed(handed::add));
    assertEquals("good", result.text());
    assertEquals(List.of(200), handed);
  }

  @Tag("O2")
  @InEveryMode
  void aDiscardedResponseWritesNothingIntoTheCallersFile(Trial trial, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("body");
    String long503 = "this server is busy, and says so at great length";
    WireServer server = trial.server(Reply.of(503, long503), Reply.ok("good"));
    assertEquals(200, trial.send(trial.client(), Trial.get(server.uri()).into(file)).status());
    assertEquals("good", Files.readString(file));
  }

  @Tag("O3")
  @InEveryMode(needs = Capability.STREAMED_RESPONSES)
  void aStreamIsHandedOverUnread(Trial trial) throws IOException {
    CountDownLatch taken = new CountDownLatch(1);
    WireServer server =
        trial.server(
            Reply.busy(),
            Reply.head(200, "Content-Length: 8")
                .body("half")
                .thenAwait(taken)
                .body("more")
                .thenEnd());
    Result result = trial.send(trial.client(), Trial.get(server.uri()).streamed());
    taken.countDown();
    assertEquals("halfmore", Bodies.read(result));
  }

  @Tag("O3")
  @InEveryMode(needs = Capability.STREAMED_RESPONSES)
  void theLastResponseIsTheCallersToRead(Trial trial) throws IOException {
    WireServer server = trial.server(Reply.of(503, "first"), Reply.of(503, "last words"));
    Subject client = trial.client(plan -> plan.retry(retry -> retry.maxRetries(1)));
    Result result = trial.send(client, Trial.get(server.uri()).streamed());
    assertEquals(503, result.status());
    assertEquals("last words", Bodies.read(result));
  }

  @Tag("O3")
  @InEveryMode(needs = Capability.STREAMED_RESPONSES)
  void aStreamThatIsClosedEarlyIsReleased(Trial trial) throws IOException {
    WireServer server =
        trial.server(Reply.head(200, "Content-Length: 8000000").body("first").thenStall());
    Result result = trial.send(trial.client(), Trial.get(server.uri()).streamed());
    result.stream().close();
    server.awaitCancelled(1);
  }
}
