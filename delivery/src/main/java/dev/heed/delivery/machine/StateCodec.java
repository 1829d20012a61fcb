package dev.heed.delivery.machine;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.JsonText;
import dev.heed.delivery.json.MalformedJsonException;
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
 * a clock that jumps a year ahead uses up no budget. What is loaded may still be out of all bounds:
 * {@link DeliveryMachine#bounded} is for that.
 *
 * <p>Members may be missing, and members of later versions may be there: neither is an error. A
 * time that is missing is none, and not 1970.
 */
public final class StateCodec {

  /** Of the time that no queue was running. */
  static final Duration MOST_DOWNTIME = Duration.ofHours(1);

  /** Farther than any time that is allowed for retries, and near enough to calculate with. */
  private static final Duration FAR = Duration.ofDays(3650);

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
   * The state that was saved, as it is now, and yet to be bounded. Never fails: from bytes that
   * cannot be read comes the empty state.
   */
  public DeliveryState decode(byte[] saved) {
    JsonNode root;
    try {
      root = JsonNode.parse(saved);
    } catch (MalformedJsonException e) {
      return DeliveryState.empty();
    }
    Instant savedAt = instant(root, "savedAt").orElse(wall);
    Reading reading = new Reading(savedAt);
    TreeMap<Long, BatchRecord> batches = new TreeMap<>();
    root.member("batches")
        .map(JsonNode::members)
        .orElse(Map.of())
        .forEach((id, node) -> batch(id).ifPresent(i -> batches.put(i, reading.record(node))));
    return new DeliveryState(
        reading.time(root, "pausedUntil"),
        count(root, "pauses"),
        reading.time(root, "episodeStart"),
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

    Reading(Instant savedAt) {
      this.savedAt = savedAt;
      Duration passed = Duration.between(savedAt, wall);
      Duration counted = passed.compareTo(MOST_DOWNTIME) > 0 ? MOST_DOWNTIME : passed;
      this.downtime = counted.isNegative() ? Duration.ZERO : counted;
    }

    BatchRecord record(JsonNode node) {
      return new BatchRecord(
          count(node, "attempts"),
          count(node, "failures"),
          count(node, "counted"),
          time(node, "next"),
          time(node, "firstFailure"),
          count(node, "limit"));
    }

    /** A time on the queue's clock; null where there is none. */
    @Nullable Instant time(JsonNode node, String name) {
      return instant(node, name)
          .map(time -> Duration.between(savedAt, time).minus(downtime))
          .map(left -> left.compareTo(FAR) > 0 ? FAR : left)
          .map(left -> left.compareTo(FAR.negated()) < 0 ? FAR.negated() : left)
          .map(now::plus)
          .orElse(null);
    }
  }
}
