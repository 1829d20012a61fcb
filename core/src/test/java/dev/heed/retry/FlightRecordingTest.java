package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.guard.GuardKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class FlightRecordingTest extends EngineFixture {

  @TempDir Path folder;

  private List<RecordedEvent> record(Callable task) throws Exception {
    Path file = folder.resolve("call.jfr");
    try (Recording recording = new Recording()) {
      for (String event : new String[] {"Call", "Attempt", "Wait"}) {
        recording.enable("dev.heed." + event).withoutThreshold();
      }
      recording.start();
      task.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.heed."))
        .toList();
  }

  private interface Callable {
    void run() throws Exception;
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("dev.heed." + type))
        .toList();
  }

  @Test
  @Tag("V4")
  void callAttemptsAndWaitsAreRecorded() throws Exception {
    script(Step.reply(503, "2"), Step.failure(new IOException("reset")), Step.reply(404));

    List<RecordedEvent> events = record(this::call);

    RecordedEvent call = of(events, "Call").get(0);
    assertThat(of(events, "Call")).hasSize(1);
    assertThat(call.getString("plan")).isEqualTo("test");
    assertThat(call.getString("method")).isEqualTo("GET");
    assertThat(call.getString("place")).isEqualTo("https://api.example.com/v1/things?...");
    assertThat(call.getInt("status")).isEqualTo(404);
    assertThat(call.getInt("sends")).isEqualTo(3);
    assertThat(call.getString("gaveUpBecause")).isEqualTo("not-retryable");
    assertThat(of(events, "Attempt"))
        .extracting(e -> e.getInt("number") + " " + e.getInt("status") + " " + failure(e))
        .containsExactlyInAnyOrder("1 503 null", "2 0 java.io.IOException", "3 404 null");
    assertThat(of(events, "Wait"))
        .extracting(e -> e.getString("because") + " " + e.getString("header"))
        .containsExactlyInAnyOrder("hint Retry-After", "backoff null");
  }

  @Test
  @Tag("V4")
  void aWaitForAGuardIsRecordedToo() throws Exception {
    plan.perAttempt(new TestGuard(time).ofKind(GuardKind.COOLDOWN).holds(seconds(2)));

    assertThat(of(record(this::call), "Wait"))
        .extracting(e -> e.getString("plan") + " " + e.getString("because"))
        .containsExactly("test cooldown");
  }

  private static String failure(RecordedEvent event) {
    return Objects.toString(event.getString("failure"));
  }

  @Test
  @Tag("V4")
  void nothingIsRecordedWithoutARecording() throws Exception {
    call();

    assertThat(dev.heed.observe.FlightRecorder.listener()).isNull();
  }
}
