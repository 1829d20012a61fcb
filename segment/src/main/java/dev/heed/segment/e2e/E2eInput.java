package dev.heed.segment.e2e;

import dev.heed.delivery.policy.HttpConfig;
import dev.heed.segment.SegmentClient;
import dev.heed.segment.SegmentClientBuilder;
import dev.heed.segment.SegmentEvent;
import dev.heed.segment.json.JsonReader;
import dev.heed.segment.json.JsonWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A document of the protocol. Members that it does not know are passed over. */
final class E2eInput {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** The runner gives up after about 30 s, and an answer that comes too late is none. */
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(28);

  private static final int FLUSH_AT = 20;

  /** What names become that a document leaves out. */
  private static final Map<String, Map.Entry<String, String>> NAMES =
      Map.of(
          "track", Map.entry("event", "Unknown Event"),
          "page", Map.entry("name", "Unknown Page"),
          "screen", Map.entry("name", "Unknown Screen"));

  private final Map<String, @Nullable Object> members;
  private final Map<String, @Nullable Object> config;
  private final List<Sequence> sequences;

  /**
   * Events that are offered together.
   *
   * @param delay how long to wait before
   * @param flaws of events that cannot be offered
   */
  record Sequence(Duration delay, List<SegmentEvent<?>> events, List<String> flaws) {}

  private E2eInput(Map<String, @Nullable Object> members) {
    this.members = members;
    Map<String, @Nullable Object> given = JsonReader.object(members.get("config"));
    this.config = given == null ? Map.of() : given;
    this.sequences = list("sequences", members).stream().map(E2eInput::sequence).toList();
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException that says what is wrong
   */
  static E2eInput read(String text) {
    Map<String, @Nullable Object> members = JsonReader.readObject(text);
    if (!(members.get("writeKey") instanceof String)) {
      throw new IllegalArgumentException("it needs a text as writeKey");
    }
    if (!(members.get("sequences") instanceof List)) {
      throw new IllegalArgumentException("it needs an array as sequences");
    }
    return new E2eInput(members);
  }

  private static List<?> list(String name, Map<String, @Nullable Object> of) {
    return of.get(name) instanceof List<?> list ? list : List.of();
  }

  private static Sequence sequence(@Nullable Object value) {
    Map<String, @Nullable Object> members = JsonReader.object(value);
    if (members == null) {
      throw new IllegalArgumentException("a sequence is no object");
    }
    List<SegmentEvent<?>> events = new ArrayList<>();
    List<String> flaws = new ArrayList<>();
    for (Object event : list("events", members)) {
      try {
        events.add(event(event));
      } catch (IllegalArgumentException e) {
        flaws.add(String.valueOf(e.getMessage()));
      }
    }
    return new Sequence(
        number("delayMs", members).map(Duration::ofMillis).orElse(Duration.ZERO), events, flaws);
  }

  private static SegmentEvent<?> event(@Nullable Object value) {
    Map<String, @Nullable Object> members = JsonReader.object(value);
    if (members != null) {
      Map.Entry<String, String> name = NAMES.get(String.valueOf(members.get("type")));
      if (name != null) {
        members.putIfAbsent(name.getKey(), name.getValue());
      }
    }
    return SegmentEvent.json(JsonWriter.write(members));
  }

  /** A number that is zero or more; empty for anything else. */
  private static Optional<Long> number(String name, Map<String, @Nullable Object> of) {
    return of.get(name) instanceof BigDecimal number && number.signum() >= 0
        ? Optional.of(number.min(BigDecimal.valueOf(Integer.MAX_VALUE)).longValue())
        : Optional.empty();
  }

  private Optional<Long> positive(String name) {
    return number(name, config).filter(value -> value > 0);
  }

  private Optional<URI> address(String name) {
    return members.get(name) instanceof String text && !text.isBlank()
        ? Optional.of(URI.create(text))
        : Optional.empty();
  }

  List<Sequence> sequences() {
    return sequences;
  }

  Duration timeout() {
    Duration wanted = positive("timeout").map(Duration::ofSeconds).orElse(TIMEOUT);
    return wanted.compareTo(MAX_TIMEOUT) < 0 ? wanted : MAX_TIMEOUT;
  }

  /** A client as the document wants it. */
  SegmentClientBuilder client() {
    SegmentClientBuilder builder = SegmentClient.builder(key());
    address("apiHost").ifPresent(builder::host);
    address("cdnHost").ifPresent(builder::fetchSettings);
    builder.queue(
        queue -> {
          queue.maxBatchEvents(positive("flushAt").orElse((long) FLUSH_AT).intValue());
          positive("flushInterval").map(Duration::ofMillis).ifPresent(queue::flushInterval);
        });
    number("maxRetries", config)
        .ifPresent(
            count ->
                builder.httpConfig(
                    HttpConfig.builder()
                        .backoff(backoff -> backoff.maxRetryCount(count.intValue()))
                        .build()));
    return builder;
  }

  private String key() {
    return String.valueOf(members.get("writeKey"));
  }
}
