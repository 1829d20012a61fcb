package dev.heed.cli;

import dev.heed.Stages;
import dev.heed.delivery.DeadLetter;
import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.DeliveryQueueBuilder;
import dev.heed.delivery.WhenFull;
import dev.heed.delivery.store.DirectoryStore;
import dev.heed.delivery.upload.BatchFormat;
import dev.heed.delivery.upload.Uploader;
import dev.heed.delivery.upload.UploaderBuilder;
import dev.heed.segment.SegmentClient;
import dev.heed.segment.SegmentClientBuilder;
import dev.heed.stage.Stage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options of {@code heed deliver}, and the queue that they make. */
final class DeliverOptions {

  private static final List<String> FORMATS = List.of("segment", "json-array", "ndjson", "json");
  private static final List<String> POLICIES = List.of("reject", "drop-oldest", "block");

  /** Longer than anybody waits, and short enough to be counted in nanoseconds. */
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private static final int MOST_AT_ONCE = 100_000;

  /** Bounds of a queue in a directory, for which only names are in memory. */
  private static final long DISK_EVENTS = 1_000_000_000;

  private static final long DISK_BYTES = 1L << 40;
  private static final int DISK_BATCHES = 1_000_000;

  private final URI to;
  private final String format;
  private final @Nullable String writeKey;
  private final @Nullable String bearerVariable;
  private final List<HeaderOption> headers;
  private final @Nullable Path directory;
  private final @Nullable Path deadLetter;
  private final ParseResult given;

  private DeliverOptions(ParseResult given) throws Failure {
    this.given = given;
    String none = "";
    to = RequestOptions.uri(given.matchedOptionValue("--to", none).strip());
    writeKey = Options.text(given, "--write-key");
    String wanted = Options.text(given, "--format");
    format = wanted == null ? (writeKey == null ? "json-array" : "segment") : wanted;
    bearerVariable = Options.text(given, "--bearer-env");
    headers = HeaderOption.parse(given.matchedOptionValue("-H", List.of()));
    directory = path(given, "--dir");
    deadLetter = path(given, "--dead-letter");
    oneOf("--format", format, FORMATS);
    if (format.equals("segment") != (writeKey != null)) {
      throw Failure.usage(
          writeKey == null
              ? "--format segment needs --write-key, the key of the source"
              : "--write-key belongs to --format segment, not to " + format);
    }
    if (bearerVariable != null) {
      checkToken(bearerVariable, System.getenv(bearerVariable));
    }
  }

  /** A token that cannot be sent would be refused with every upload, for ever. */
  static void checkToken(String variable, @Nullable String token) throws Failure {
    String flaw = null;
    if (token == null) {
      flaw = "is not set";
    } else if (token.isBlank()) {
      flaw = "is empty";
    } else if (!token.chars().allMatch(c -> c >= ' ' && c < 127)) {
      flaw = "holds line breaks or letters that no header takes";
    }
    if (flaw != null) {
      throw Failure.usage(
          "--bearer-env: the environment variable '" + Text.shown(variable) + "' " + flaw);
    }
  }

  static void addTo(CommandSpec spec) {
    Options.value(spec, "URL", "Where to; begins with http:// or https://.", "--to");
    Options.choice(
        spec,
        FORMATS,
        "F",
        "How events are put into a request: json-array (default), ndjson, json (one event each) or"
            + " segment (default with --write-key).",
        "--format");
    Options.value(spec, "K", "The write key of a Segment source.", "--write-key");
    Options.value(
        spec,
        "VAR",
        "Send the value of this environment variable as bearer token.",
        "--bearer-env");
    Options.values(spec, "'N: V'", "A header. May be given several times.", "-H", "--header");
    addQueueTo(spec);
  }

  private static void addQueueTo(CommandSpec spec) {
    Options.value(
        spec,
        "DIR",
        "Keep events in this directory until they are delivered. What an earlier run left there is"
            + " delivered too. Default: in memory.",
        "--dir");
    Options.value(spec, "N", "Send batches of this many events. Default: 250.", "--flush-at");
    Options.value(
        spec,
        "D",
        "Send a batch that is not full after this time. Default: 10s.",
        "--flush-interval");
    Options.choice(
        spec,
        POLICIES,
        "P",
        "When there is no room for more events: reject them, drop-oldest, or block the reading"
            + " until there is (default).",
        "--when-full");
    Options.value(
        spec,
        "FILE",
        "Keep what the server refuses here. Default with --dir: in the directory.",
        "--dead-letter");
    Options.value(spec, "D", "Give up waiting after this time. Default: never.", "--timeout");
  }

  /**
   * Reads them.
   *
   * @throws Failure when something is wrong with them
   */
  static DeliverOptions of(ParseResult given) throws Failure {
    return new DeliverOptions(given);
  }

  boolean keepsEvents() {
    return directory != null;
  }

  /** Where refused events are; null when nowhere. */
  @Nullable Path deadLetter() {
    return deadLetter == null && directory != null
        ? DirectoryStore.deadLetterFile(directory)
        : deadLetter;
  }

  Duration timeout() throws Failure {
    String text = Options.text(given, "--timeout");
    Duration timeout = text == null ? FOR_EVER : Spans.parse("--timeout", text);
    return timeout.compareTo(FOR_EVER) < 0 ? timeout : FOR_EVER;
  }

  /** Opens what the events go to. */
  Sink open(DeliveryListener listener) throws Failure, IOException {
    try {
      return format.equals("segment") ? segment(listener) : queue(listener);
    } catch (IllegalArgumentException e) {
      throw Failure.usage(Text.shown(String.valueOf(e.getMessage())));
    }
  }

  private Sink queue(DeliveryListener listener) throws Failure, IOException {
    UploaderBuilder uploader = Uploader.to(to).format(format());
    for (HeaderOption header : headers) {
      uploader.header(header.name(), header.value());
    }
    DeliveryConfig.Builder config = DeliveryConfig.builder();
    size(config);
    DeliveryQueueBuilder builder =
        DeliveryQueue.builder("heed deliver")
            .uploader(uploader.build())
            .config(config.build())
            .listener(listener);
    if (directory != null) {
      builder.directory(directory);
    }
    if (deadLetter != null) {
      builder.deadLetter(DeadLetter.file(deadLetter));
    }
    Stage bearer = bearer();
    if (bearer != null) {
      builder.stage(bearer);
    }
    return Sink.of(builder.open());
  }

  private Sink segment(DeliveryListener listener) throws Failure, IOException {
    SegmentClientBuilder builder =
        SegmentClient.builder(String.valueOf(writeKey)).listener(listener);
    String path = to.getRawPath();
    boolean bare = path == null || path.isEmpty() || path.equals("/");
    builder.host(bare ? to : URI.create(to.getScheme() + "://" + to.getRawAuthority()));
    if (!bare) {
      builder.path(path);
    }
    if (to.getRawQuery() != null) {
      throw Failure.usage("--to: an address for --format segment has no query");
    }
    for (HeaderOption header : headers) {
      builder.stage(Stage.of("-H", request -> request.setHeader(header.name(), header.value())));
    }
    DeliveryConfig.Builder[] sizes = new DeliveryConfig.Builder[1];
    builder.queue(config -> sizes[0] = config);
    size(sizes[0]);
    if (directory != null) {
      builder.store(DirectoryStore.builder(directory).build());
    }
    Path letters = deadLetter();
    if (letters != null) {
      builder.deadLetter(DeadLetter.file(letters));
    }
    Stage bearer = bearer();
    if (bearer != null) {
      builder.stage(bearer);
    }
    return Sink.of(builder.open());
  }

  private BatchFormat format() {
    return switch (format) {
      case "ndjson" -> BatchFormat.ndjson();
      case "json" -> BatchFormat.json();
      default -> BatchFormat.jsonArray();
    };
  }

  private @Nullable Stage bearer() {
    String variable = bearerVariable;
    return variable == null ? null : Stages.bearer(() -> String.valueOf(System.getenv(variable)));
  }

  /** Sets the sizes that were asked for, and those that a disk allows. */
  private void size(DeliveryConfig.Builder config) throws Failure {
    String flushAt = Options.text(given, "--flush-at");
    if (flushAt != null) {
      config.maxBatchEvents(Options.number("--flush-at", flushAt, 1, MOST_AT_ONCE));
    }
    String interval = Options.text(given, "--flush-interval");
    if (interval != null) {
      config.flushInterval(Spans.parse("--flush-interval", interval));
    }
    config.whenFull(whenFull());
    if (directory != null) {
      config.maxEvents(DISK_EVENTS).maxBytes(DISK_BYTES).maxBatches(DISK_BATCHES);
    }
  }

  private WhenFull whenFull() throws Failure {
    String policy = Options.text(given, "--when-full");
    if (policy == null) {
      return WhenFull.block(FOR_EVER);
    }
    oneOf("--when-full", policy, POLICIES);
    return switch (policy) {
      case "reject" -> WhenFull.reject();
      case "drop-oldest" -> WhenFull.dropOldest();
      default -> WhenFull.block(FOR_EVER);
    };
  }

  private static void oneOf(String option, String value, List<String> all) throws Failure {
    if (!all.contains(value)) {
      throw Failure.usage(
          option + ": '" + Text.shown(value) + "' is none of " + String.join(", ", all));
    }
  }

  private static @Nullable Path path(ParseResult given, String option) throws Failure {
    String text = Options.text(given, option);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw Failure.usage(option + ": '" + Text.shown(text) + "' is no path");
    }
  }
}
