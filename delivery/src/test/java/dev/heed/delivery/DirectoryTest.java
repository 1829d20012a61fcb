package dev.heed.delivery;

import static dev.heed.delivery.QueueFixture.event;
import static dev.heed.delivery.QueueFixture.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.delivery.store.DirectoryStore;
import dev.heed.delivery.store.StoreView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue whose events wait in a directory. */
@Tag("D4")
@Tag("D6")
class DirectoryTest {

  @TempDir Path directory;

  private final QueueFixture fixture = new QueueFixture();
  private final ScriptedClient client = fixture.client;
  private final Recorder heard = fixture.heard;

  private DeliveryQueueBuilder builder(int maxBatchEvents) {
    return fixture
        .builder()
        .config(DeliveryConfig.builder().maxBatchEvents(maxBatchEvents).maxBackingOff(2).build())
        .directory(directory);
  }

  private DeliveryQueue open(int maxBatchEvents) {
    return QueueFixture.open(builder(maxBatchEvents));
  }

  @Test
  void whatWaitsIsSentByTheNextQueueAndThePauseIsKept() throws IOException {
    client.replies(Reply.status(429).retryAfter(60));
    DeliveryQueue first = open(2);
    offer(first, 1, 5);
    fixture.close(first, Duration.ofSeconds(1));
    StoreView left = StoreView.open(directory);
    assertThat(left.size().events()).isEqualTo(5);
    assertThat(left.pausedUntil()).isPresent();
    DeliveryQueue second = open(2);
    assertThat(second.status().resumed()).isEqualTo(5);
    fixture.time.advance(Duration.ofSeconds(58));
    assertThat(heard.delivered()).isEmpty();
    fixture.time.advance(Duration.ofSeconds(3));
    assertThat(heard.delivered()).containsExactly(event(1), event(2), event(3), event(4), event(5));
    fixture.close(second, Duration.ofSeconds(1));
    assertThat(StoreView.open(directory).size().batches()).isZero();
  }

  @Test
  void aDirectoryBelongsToOneQueueForAsLongAsThatIsOpen() {
    DeliveryQueue first = open(1);
    assertThatThrownBy(() -> builder(1).open())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("another queue of this process has ");
    fixture.close(first, Duration.ofSeconds(1));
    fixture.close(open(1), Duration.ofSeconds(1));
  }

  @Test
  @Tag("D10")
  void whatIsGivenUpIsKeptInTheDirectoryAndCanBeReplayed() throws IOException {
    client.replies(Reply.status(400));
    DeliveryQueue queue = open(1);
    offer(queue, 1);
    Path deadLetters = DirectoryStore.deadLetterFile(directory);
    assertThat(Files.readString(deadLetters)).contains("{\"n\":1}");
    assertThat(queue.replay(deadLetters)).isEqualTo(1);
    assertThat(heard.delivered()).containsExactly(event(1));
    fixture.close(queue, Duration.ofSeconds(1));
  }

  @Test
  @Tag("D10")
  void aDeadLetterOfTheUsersOwnTakesThePlaceOfTheFile() {
    client.replies(Reply.status(400));
    DeliveryQueue queue = QueueFixture.open(builder(1).deadLetter(refused -> {}));
    offer(queue, 1);
    assertThat(DirectoryStore.deadLetterFile(directory)).doesNotExist();
    fixture.close(queue, Duration.ofSeconds(1));
  }

  @Test
  void limitsHoldForWhatAnEarlierQueueHasLeft() {
    client.otherwise(sent -> Reply.status(503));
    DeliveryQueue first = open(2);
    offer(first, 1, 6);
    fixture.close(first, Duration.ofSeconds(1));
    DeliveryQueue second =
        QueueFixture.open(
            fixture
                .builder()
                .config(DeliveryConfig.builder().maxEvents(6).build())
                .directory(directory));
    assertThat(second.offer(event(7)).rejection()).contains(Rejection.FULL);
    fixture.close(second, Duration.ofSeconds(1));
  }

  @Test
  void theOldestIsDroppedAndReportedAlsoWhenAnEarlierQueueHasLeftIt() {
    client.otherwise(sent -> Reply.status(503));
    DeliveryQueue first = open(2);
    offer(first, 1, 6);
    fixture.close(first, Duration.ofSeconds(1));
    DeliveryQueue second =
        QueueFixture.open(
            fixture
                .builder()
                .config(
                    DeliveryConfig.builder().maxEvents(6).whenFull(WhenFull.dropOldest()).build())
                .directory(directory));
    assertThat(second.offer(event(7)).isAccepted()).isTrue();
    assertThat(heard.dropped()).hasSize(2);
    assertThat(second.status().pending()).isEqualTo(5);
    fixture.close(second, Duration.ofSeconds(1));
  }

  @Test
  void theAgeOfWhatWaitsCountsFromItsFirstDay() {
    client.otherwise(sent -> Reply.status(503));
    DeliveryQueue first = open(1);
    offer(first, 1);
    Instant accepted = fixture.time.now();
    fixture.close(first, Duration.ofSeconds(1));
    fixture.time.advance(Duration.ofHours(30));
    DeliveryQueue second = open(1);
    Duration age = Duration.between(accepted, fixture.time.now());
    assertThat(second.status().oldestAge()).isEqualTo(age);
    fixture.close(second, Duration.ofSeconds(1));
  }

  @Test
  void damageIsReportedEventByEventAndTheRestIsDelivered() throws IOException {
    client.replies(Reply.status(503));
    DeliveryQueue first = open(3);
    offer(first, 1, 3);
    fixture.close(first, Duration.ofMillis(1));
    Path file = onlyBatch();
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
    DeliveryQueue second = open(3);
    fixture.time.advance(Duration.ofMinutes(1));
    assertThat(heard.delivered()).containsExactly(event(1), event(2));
    assertThat(heard.dropped()).hasSize(1);
    assertThat(second.status().pending()).isZero();
    assertThat(StoreView.open(directory).quarantined()).hasSize(1);
    fixture.close(second, Duration.ofSeconds(1));
  }

  private Path onlyBatch() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(path -> path.toString().endsWith(".batch")).findFirst().orElseThrow();
    }
  }
}
