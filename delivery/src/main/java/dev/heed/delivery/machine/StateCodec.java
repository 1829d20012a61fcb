package dev.heed.delivery.machine;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.JsonText;
import dev.heed.delivery.json.MalformedJsonException;
import dev.heed.delivery.policy.HttpConfig;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state as it is saved: JSON that a person can read.
 *
 * <p>In a running queue all times are on its own clock, which no change of the wall clock touches.
 * They are saved as wall clock times, beside the wall clock time of the saving. Loading takes the
 * difference between the two, so that only a change of the wall clock while no queue was running
 * can matter at all; and of the time between saving and loading it counts one hour at most, so that
 * a clock that jumps a year ahead ends no pause longer than that and uses up no budget. Whatever is
 * loaded is brought into the bounds of the settings.
 *
 * <p>Members may be missing, and members of later versions may be there: neither is an error. A
 * time that is missing is none, and not 1970.
 */
public final class StateCodec {

  /** Of the time that no queue was running. */
  static final Duration MOST_DOWNTIME = Duration.ofHours(1);

  /** Longer ago than any time that is allowed for retries, and near enough to calculate with. */
  private static final Duration LONG_AGO = Duration.ofDays(-3650);

  private static final int VERSION = 1;

  private final Instant now;
  private final Instant wall;

  /**
   * A codec for this moment.
   *
   * @param now on the queue's clock
   * @param wall on the wall clock
   */
  public StateCodec(Instant now, Instant wall) {
    this.now = now;
    this.wall = wall;
  }

  /** The state as bytes. */
  public byte[] encode(DeliveryState state) {
    StringBuilder out = new StringBuilder("{\"version\":").append(VERSION);
    time(out, "savedAt", now);
    time(out, "pausedUntil", state.pausedUntil().orElse(null));
    number(out, "pauses", state.pauses());
    time(out, "episodeStart", state.episodeStart().orElse(null));
    out.append(",\"batches\":{");
    String separator = "";
    for (Map.Entry<Long, BatchRecord> entry : state.batches().entrySet()) {
      out.append(separator).append('"').append(entry.getKey()).append("\":{");
      record(out, entry.getValue());
      separator = ",";
    }
    return out.append("}}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private void record(StringBuilder out, BatchRecord record) {
    out.append("\"attempts\":").append(record.attempts());
    number(out, "failures", record.failures());
    number(out, "counted", record.counted());
    number(out, "limit", record.limit());
    time(out, "next", record.next());
    time(out, "firstFailure", record.firstFailure());
    out.append('}');
  }

  private static void number(StringBuilder out, String name, int value) {
    if (value != 0) {
      out.append(",\"").append(name).append("\":").append(value);
    }
  }

  private void time(StringBuilder out, String name, @Nullable Instant time) {
    if (time != null) {
      Instant onWall = wall.plus(Duration.between(now, time));
      out.append(",\"").append(name).append("\":").append(JsonText.quoted(onWall.toString()));
    }
  }

  /**
   * The state that was saved, as it is now. Never fails: from bytes that cannot be read comes the
   * empty state.
   */
  public DeliveryState decode(byte[] saved, HttpConfig config) {
    JsonNode root;
    try {
      root = JsonNode.parse(saved);
    } catch (MalformedJsonException e) {
      return DeliveryState.empty();
    }
    Instant savedAt = instant(root, "savedAt").orElse(wall);
    Reading reading = new Reading(savedAt, config);
    TreeMap<Long, BatchRecord> batches = new TreeMap<>();
    root.member("batches")
        .map(JsonNode::members)
        .orElse(Map.of())
        .forEach((id, node) -> batch(id).ifPresent(i -> batches.put(i, reading.record(node))));
    return new DeliveryState(
        reading.upTo(root, "pausedUntil", config.rateLimit().maxRetryInterval()),
        count(root, "pauses"),
        reading.upTo(root, "episodeStart", Duration.ZERO),
        batches);
  }

  private static Optional<Long> batch(String id) {
    return id.matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(id)) : Optional.empty();
  }

  private static int count(JsonNode node, String name) {
    return node.member(name)
        .flatMap(JsonNode::number)
        .map(value -> value.max(BigDecimal.ZERO).min(BigDecimal.valueOf(Integer.MAX_VALUE - 1)))
        .map(BigDecimal::intValue)
        .orElse(0);
  }

  private static Optional<Instant> instant(JsonNode node, String name) {
    try {
      return node.member(name).flatMap(JsonNode::text).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Times of a state that was saved then. */
  private final class Reading {

    private final Instant savedAt;
    private final Duration downtime;
    private final Duration longestBackoff;

    Reading(Instant savedAt, HttpConfig config) {
      this.savedAt = savedAt;
      Duration passed = Duration.between(savedAt, wall);
      Duration counted = passed.compareTo(MOST_DOWNTIME) > 0 ? MOST_DOWNTIME : passed;
      this.downtime = counted.isNegative() ? Duration.ZERO : counted;
      this.longestBackoff = config.backoff().maxBackoffInterval();
    }

    BatchRecord record(JsonNode node) {
      return new BatchRecord(
          count(node, "attempts"),
          count(node, "failures"),
          count(node, "counted"),
          upTo(node, "next", longestBackoff),
          upTo(node, "firstFailure", Duration.ZERO),
          count(node, "limit"));
    }

    /** A time on the queue's clock, not later than so far from now; null where there is none. */
    @Nullable Instant upTo(JsonNode node, String name, Duration ahead) {
      return instant(node, name)
          .map(time -> Duration.between(savedAt, time).minus(downtime))
          .map(left -> left.compareTo(ahead) > 0 ? ahead : left)
          .map(left -> left.compareTo(LONG_AGO) < 0 ? LONG_AGO : left)
          .map(now::plus)
          .orElse(null);
    }
  }
}
