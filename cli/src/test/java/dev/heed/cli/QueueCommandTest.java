package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueCommandTest {

  @TempDir Path directory;

  private DeliveryQueue open() throws IOException {
    return DeliveryQueue.builder("test")
        .uploader(Uploader.to(URI.create("http://localhost/")).build())
        .directory(directory)
        .paused(true)
        .open();
  }

  @BeforeEach
  void threeEventsWait() throws IOException {
    DeliveryQueue queue = open();
    for (int i = 1; i <= 3; i++) {
      queue.offer("{\"n\":\n" + i + "}");
    }
    queue.close(Duration.ZERO);
  }

  private Run queue(String action, String... more) {
    String[] args = new String[more.length + 3];
    args[0] = "queue";
    args[1] = action;
    args[2] = directory.toString();
    System.arraycopy(more, 0, args, 3, more.length);
    return Run.heed(args);
  }

  private void deadLetter(String... lines) throws IOException {
    Files.writeString(directory.resolve("dead-letter.ndjson"), String.join("\n", lines) + "\n");
  }

  @Test
  void statusTellsWhatWaits() {
    Run run = queue("status");
    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("3 events wait, 24 bytes in 1 batch\nthe oldest since 20");
  }

  @Test
  void statusIsJsonForPrograms() {
    assertThat(queue("status", "--json").out())
        .startsWith("{\"events\":3,\"bytes\":24,\"batches\":1,\"oldest\":\"20")
        .endsWith("\"pausedUntil\":null,\"owner\":null,\"quarantined\":0,\"deadLetters\":0}\n");
  }

  @Test
  void peekPrintsTheOldestOneALine() {
    assertThat(queue("peek").out()).isEqualTo("{\"n\": 1}\n{\"n\": 2}\n{\"n\": 3}\n");
    assertThat(queue("peek", "-n", "1").out()).isEqualTo("{\"n\": 1}\n");
  }

  @Test
  void lookingIsAllowedWhileAnotherHasTheQueue() throws IOException {
    DeliveryQueue holder = open();
    assertThat(queue("status").out())
        .contains("3 events wait", "process " + ProcessHandle.current().pid() + " has the queue");
    assertThat(queue("peek").out()).hasLineCount(3);
    holder.close(Duration.ZERO);
  }

  @Test
  void changingNeedsTheQueueForItself() throws IOException {
    DeliveryQueue holder = open();
    Run run = queue("resume");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaint()).startsWith("heed queue: another queue of this process has ");
    holder.close(Duration.ZERO);
    assertThat(queue("resume").out()).startsWith("nothing holds up the events any more");
  }

  @Test
  void replayPutsDeadLettersInTheQueueAgain() throws IOException {
    deadLetter("{\"event\":{\"n\":4}}", "no letter", "{\"event\":{\"n\":5}}");
    assertThat(queue("status").out()).contains("3 events given up after an answer");
    assertThat(queue("replay").out())
        .isEqualTo("in the queue again: 2 events; in the dead letter still: 1 line\n");
    assertThat(queue("peek").out()).hasLineCount(5).endsWith("{\"n\":4}\n{\"n\":5}\n");
  }

  @Test
  void anotherDeadLetterCanBeReplayed() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "{\"event\":{\"n\":6}}\n");
    assertThat(queue("replay", "--dead-letter", other.toString()).out())
        .isEqualTo("in the queue again: 1 event\n");
    assertThat(queue("replay", "--dead-letter", "/no/file").complaint())
        .contains("there is no file '/no/file'");
  }

  @Test
  void wrongUsageIsExplained() {
    assertThat(queue("empty").complaint())
        .isEqualTo("heed queue: 'empty' is none of status, peek, resume, replay");
    assertThat(Run.heed("queue", "status", "/no/queue").complaint())
        .isEqualTo("heed queue: there is no directory '/no/queue'");
    assertThat(queue("peek", "-n", "0").complaint()).contains("from 1 to 1000000");
    assertThat(Run.heed("queue", "status").status()).isEqualTo(2);
  }

  @Test
  void aDirectoryWithoutAQueueIsNotMadeOne(@TempDir Path empty) {
    Run run = Run.heed("queue", "resume", empty.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.complaint()).contains("holds no store");
    assertThat(empty).isEmptyDirectory();
  }
}
