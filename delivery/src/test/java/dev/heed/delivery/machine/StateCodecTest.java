package dev.heed.delivery.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.policy.HttpConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D3")
class StateCodecTest {

  private static final Instant WALL = Instant.parse("2026-03-01T12:00:00Z");

  /** The queue's own clock has nothing to do with the wall clock. */
  private static final Instant NOW = Instant.parse("2001-01-01T00:00:00Z");

  private static final StateCodec CODEC = new StateCodec(NOW, WALL);
  private static final DeliveryMachine MACHINE =
      new DeliveryMachine(new MachineSettings(HttpConfig.defaults(), false, false, false, false));

  @Test
  void aStateIsReadableText() {
    assertThat(new String(CODEC.encode(state()), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"version\":1,\"savedAt\":\"2026-03-01T12:00:00Z\","
                + "\"pausedUntil\":\"2026-03-01T12:01:30Z\",\"pauses\":3,"
                + "\"episodeStart\":\"2026-03-01T11:50:00Z\",\"batches\":{"
                + "\"9\":{\"attempts\":1},"
                + "\"10\":{\"attempts\":4,\"failures\":3,\"counted\":2,\"limit\":5,"
                + "\"next\":\"2026-03-01T12:00:04Z\",\"firstFailure\":\"2026-03-01T11:59:00Z\"}}}");
  }

  @Test
  @Tag("statement-28")
  void aStateComesBackAsItWas() {
    assertThat(decode(CODEC.encode(state()), Duration.ZERO)).isEqualTo(state());
    assertThat(decode(CODEC.encode(DeliveryState.empty()), Duration.ZERO))
        .isEqualTo(DeliveryState.empty());
  }

  @Test
  void timeGoesOnWhileNoQueueIsRunning() {
    DeliveryState later = decode(CODEC.encode(state()), Duration.ofMinutes(1));
    assertThat(later.pausedUntil()).contains(NOW.plusSeconds(30));
    assertThat(later.episodeStart()).contains(NOW.minusSeconds(660));
    assertThat(later.record(10).firstFailure()).isEqualTo(NOW.minusSeconds(120));
  }

  @Test
  void aWallClockThatJumpsAYearAheadUsesUpAnHour() {
    DeliveryState later = decode(CODEC.encode(state()), Duration.ofDays(365));
    assertThat(later.episodeStart()).contains(NOW.minusSeconds(600 + 3600));
    assertThat(later.record(10).firstFailure()).isEqualTo(NOW.minusSeconds(60 + 3600));
    assertThat(later.attempts(10)).isEqualTo(4);
  }

  @Test
  void aWallClockThatGoesBackAYearKeepsThePauseAndMakesItNoLonger() {
    assertThat(decode(CODEC.encode(state()), Duration.ofDays(-365))).isEqualTo(state());
  }

  @Test
  @Tag("statement-28")
  void missingMembersAreNone() {
    DeliveryState state = decode("{\"pauses\":2,\"batches\":{\"3\":{}}}");
    assertThat(state.pausedUntil()).isEmpty();
    assertThat(state.episodeStart()).isEmpty();
    assertThat(state.pauses()).isEqualTo(2);
    assertThat(state.record(3)).isEqualTo(BatchRecord.NEW);
    assertThat(state.records()).isEqualTo(1);
  }

  @Test
  void aPauseLongerThanAllowedIsCut() {
    DeliveryState state =
        decode(
            "{\"pausedUntil\":\"2026-03-02T13:00:00Z\",\"batches\":{\"1\":{\"next\":\"9999-12-31T00:00:00Z\"}}}");
    assertThat(state.pausedUntil()).contains(NOW.plusSeconds(300));
    assertThat(state.next(1)).contains(NOW.plusSeconds(60));
  }

  @Test
  @Tag("statement-50")
  void aStartInTheFutureIsNow() {
    DeliveryState state =
        decode(
            "{\"episodeStart\":\"2026-03-01T12:00:01Z\","
                + "\"batches\":{\"1\":{\"firstFailure\":\"2030-01-01T00:00:00Z\"}}}");
    assertThat(state.episodeStart()).contains(NOW);
    assertThat(state.record(1).firstFailure()).isEqualTo(NOW);
  }

  @Test
  void timesAtTheEndsOfTheCalendarAreBroughtIntoBounds() {
    DeliveryState state =
        decode(
            "{\"savedAt\":\"-1000000000-01-01T00:00:00Z\","
                + "\"pausedUntil\":\"+1000000000-12-31T23:59:59Z\","
                + "\"episodeStart\":\"-1000000000-01-01T00:00:00Z\"}");
    assertThat(state.pausedUntil()).contains(NOW.plusSeconds(300));
    assertThat(state.episodeStart()).contains(NOW.minusSeconds(3600));
    assertThat(decode("{\"episodeStart\":\"-1000000000-01-01T00:00:00Z\"}").episodeStart())
        .contains(NOW.minus(Duration.ofDays(3650)));
  }

  @Test
  @Tag("statement-51")
  void countsAreNeverNegativeAndNeverOverflow() {
    DeliveryState state =
        decode(
            "{\"pauses\":-7,\"batches\":{\"1\":{\"attempts\":-1,\"failures\":1e30,\"counted\":-3.5,"
                + "\"limit\":-2}}}");
    assertThat(state.pauses()).isZero();
    assertThat(state.record(1).sending().attempts()).isEqualTo(1);
    assertThat(state.record(1).counted()).isZero();
    assertThat(state.record(1).failures() + 1).isPositive();
    assertThat(state.limit(1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "\"{}\"",
        "{\"version\":99,\"batches\":[]}",
        "\u0000\u0000",
        "{\"savedAt\":\"yesterday\",\"pausedUntil\":12,\"batches\":{\"x\":{},\"-1\":{}}}",
      })
  void whatCannotBeReadIsTheEmptyState(String saved) {
    assertThat(decode(saved)).isEqualTo(DeliveryState.empty());
  }

  @Test
  void membersOfLaterVersionsAreNoError() {
    assertThat(decode("{\"version\":2,\"mood\":{\"good\":true},\"pauses\":1}").pauses())
        .isEqualTo(1);
  }

  private static DeliveryState state() {
    TreeMap<Long, BatchRecord> batches = new TreeMap<>();
    batches.put(9L, new BatchRecord(1, 0, 0, null, null, 0));
    batches.put(10L, new BatchRecord(4, 3, 2, NOW.plusSeconds(4), NOW.minusSeconds(60), 5));
    return new DeliveryState(NOW.plusSeconds(90), 3, NOW.minusSeconds(600), batches);
  }

  private static DeliveryState decode(String saved) {
    return decode(saved.getBytes(StandardCharsets.UTF_8), Duration.ZERO);
  }

  private static DeliveryState decode(byte[] saved, Duration wallClockMoved) {
    return MACHINE.bounded(new StateCodec(NOW, WALL.plus(wallClockMoved)).decode(saved), NOW);
  }
}
