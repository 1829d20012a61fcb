package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.upload.ItemReader;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused for good is kept where somebody may look at it, and can be sent again. */
@Tag("D10")
class DeadLetterTest {

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;
  private final List<EventOutcome> letters = new ArrayList<>();

  @TempDir private Path folder;

  private DeliveryQueueBuilder builder() {
    return fixture.builder().config(DeliveryConfig.builder().maxBatchEvents(2).build());
  }

  private Path file() {
    return folder.resolve("new/dead.ndjson");
  }

  @Test
  void whatWasGivenUpAfterAnAnswerGoesThereAndNothingElse() {
    client.replies(Reply.status(400), Reply.status(429).retryAfter(300));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(letters::addAll));
    offer(queue, 1, 4);
    fixture.close(queue, Duration.ofSeconds(1));
    assertThat(letters).extracting(Recorder::text).containsExactly(event(1), event(2));
    assertThat(heard.reasons())
        .containsExactly(
            DropReason.REFUSED, DropReason.REFUSED, DropReason.CLOSED, DropReason.CLOSED);
  }

  @Test
  void aFileHoldsOneEventALine() throws IOException {
    client.replies(Reply.status(422));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(DeadLetter.file(file())));
    var unused = queue.offer("{\n\"a\": \"é\"\r\n}");
    offer(queue, 2);
    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "{\"batch\":1,\"place\":0,\"reason\":\"REFUSED\",\"status\":422,\"why\":\"422 is not"
                + " retried (backoffConfig.statusCodeOverrides)\",\"event\":{ \"a\": \"é\"  }}",
            "{\"batch\":1,\"place\":1,\"reason\":\"REFUSED\",\"status\":422,\"why\":\"422 is not"
                + " retried (backoffConfig.statusCodeOverrides)\",\"event\":{\"n\":2}}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void eventsLeaveTheQueueOnlyAfterTheyWereTaken() {
    client.otherwise(sent -> Reply.status(400));
    boolean[] full = {true};
    DeadLetter deadLetter =
        refused -> {
          if (full[0]) {
            throw new IOException("no space left on device");
          }
          letters.addAll(refused);
        };
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(deadLetter));
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofMinutes(5));
    assertThat(heard.outcomes()).isEmpty();
    assertThat(queue.status().pending()).isEqualTo(2);
    assertThat(client.sent()).hasSizeBetween(5, 15);
    assertThat(heard.troubles()).contains("the dead letter did not take batch 1; it is kept");
    full[0] = false;
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(letters).hasSize(2);
    assertThat(heard.counts().values()).containsOnly(1).hasSize(2);
  }

  @Test
  void aDeadLetterThatThrowsIsOneThatFails() {
    client.replies(Reply.status(400));
    DeadLetter deadLetter =
        refused -> {
          throw new IllegalStateException("oops");
        };
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(deadLetter));
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(heard.delivered()).hasSize(2);
  }

  @Test
  void refusedEventsThatNobodyTakesAreSentAgainWithTheRest() {
    client.replies(Reply.ok().body("[400,200]"), Reply.ok().body("[200]"));
    DeadLetter fails =
        refused -> {
          throw new IOException("no space left on device");
        };
    Uploader uploader = Uploader.to(QueueFixture.PLACE).items(ItemReader.json("", "")).build();
    DeliveryQueue queue = QueueFixture.open(builder().uploader(uploader).deadLetter(fails));
    offer(queue, 1, 2);
    assertThat(heard.delivered()).containsExactly(event(2));
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(client.bodies()).last().isEqualTo("[{\"n\":1}]");
    assertThat(heard.delivered()).containsExactly(event(2), event(1));
  }

  @Test
  void theServersPauseHoldsAlsoWhenTheDeadLetterFails() {
    client.replies(Reply.status(429).retryAfter(10), Reply.status(429).retryAfter(10));
    DeadLetter fails =
        refused -> {
          throw new IOException("no space left on device");
        };
    DeliveryConfig config = DeliveryConfig.builder().maxBatchEvents(1).limitRetries(true).build();
    DeliveryQueue queue =
        QueueFixture.open(
            fixture
                .builder()
                .config(config)
                .httpConfig(QueueFixture.exact().rateLimit(r -> r.maxRetryCount(1)).build())
                .deadLetter(fails));
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofSeconds(30));
    assertThat(client.millis()).containsExactly(0L, 10_000L, 20_000L, 20_000L);
    assertThat(heard.delivered()).hasSize(2);
  }

  @Test
  void replayingOffersTheEventsAgainWithoutTheirPast() throws IOException {
    client.replies(Reply.status(400));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(DeadLetter.file(file())));
    String event = "{\"messageId\":\"m-1\",\"v\":1.0}";
    var unused = queue.offer(event);
    offer(queue, 2);
    assertThat(queue.replay(file())).isEqualTo(2);
    assertThat(heard.delivered()).containsExactly(event, event(2));
    assertThat(client.sent().get(1).header("X-Retry-Count")).isNull();
    assertThat(file()).doesNotExist();
    assertThat(queue.replay(file())).isZero();
  }

  @Test
  void whatIsRefusedAgainIsInTheFileAgain() throws IOException {
    client.otherwise(sent -> Reply.status(400));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(DeadLetter.file(file())));
    offer(queue, 1, 2);
    assertThat(queue.replay(file())).isEqualTo(2);
    assertThat(Files.readAllLines(file()))
        .hasSize(2)
        .allMatch(line -> line.contains("\"batch\":2"));
  }

  @Test
  void whatIsNotAcceptedOrCannotBeReadStaysInTheFile() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(
        file(), "{\"event\":{\"n\":1}}\nnonsense\n\n{\"event\":{\"n\":2},\"more\":1}\n{\"half");
    DeliveryQueue queue =
        QueueFixture.open(fixture.builder().config(DeliveryConfig.builder().maxEvents(1).build()));
    assertThat(queue.replay(file())).isEqualTo(1);
    assertThat(Files.readAllLines(file()))
        .containsExactly("nonsense", "{\"event\":{\"n\":2},\"more\":1}", "{\"half");
  }

  @Test
  void aReplayThatWasCutShortGoesOnWhereItWas() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file().resolveSibling("dead.ndjson.replaying"), "{\"event\":{\"n\":1}}\n");
    Files.writeString(file(), "{\"event\":{\"n\":2}}\n");
    DeliveryQueue queue = QueueFixture.open(builder());
    assertThat(queue.replay(file())).isEqualTo(2);
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
    assertThat(folder.resolve("new")).isEmptyDirectory();
  }

  @Test
  void aLineThatACrashCutIsEndedByTheNextOne() throws IOException {
    client.replies(Reply.status(400));
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "{\"event\":{\"n\":");
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(DeadLetter.file(file())));
    offer(queue, 1, 2);
    assertThat(Files.readAllLines(file())).hasSize(3).startsWith("{\"event\":{\"n\":");
    assertThat(queue.replay(file())).isEqualTo(2);
    Files.writeString(file(), "", StandardOpenOption.APPEND);
    assertThat(Files.readAllLines(file())).containsExactly("{\"event\":{\"n\":");
  }

  @Test
  void anInterruptedThreadWritesAllTheSame() throws IOException {
    client.replies(Reply.status(400));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(DeadLetter.file(file())));
    Thread.currentThread().interrupt();
    offer(queue, 1, 2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readAllLines(file())).hasSize(2);
  }

  @Test
  void whatNobodyAnsweredInTimeGoesThereToo() {
    client.otherwise(sent -> Reply.failure(new ConnectException("refused")));
    DeliveryQueue queue = QueueFixture.open(builder().deadLetter(letters::addAll));
    offer(queue, 1, 2);
    fixture.time.advance(Duration.ofHours(13));
    assertThat(letters)
        .extracting(outcome -> outcome.reason().orElseThrow())
        .containsExactly(DropReason.TIME_EXHAUSTED, DropReason.TIME_EXHAUSTED);
  }
}
