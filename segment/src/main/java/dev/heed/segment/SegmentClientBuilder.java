package dev.heed.segment;

import dev.heed.delivery.DeadLetter;
import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.DeliveryQueueBuilder;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.upload.Uploader;
import dev.heed.http.RequestHead;
import dev.heed.stage.Stage;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects what a client needs and checks it at {@link #open}. Not for several threads. */
public final class SegmentClientBuilder {

  /** The largest event that the service takes, in bytes of UTF-8. */
  static final int MAX_EVENT_BYTES = 32_768;

  /** The largest body that the service takes. */
  static final int MAX_BODY_BYTES = 500_000;

  private static final URI HOST = URI.create("https://api.segment.io");
  private static final URI SETTINGS_HOST = URI.create("https://cdn-settings.segment.com/v1");
  private static final String PATH = "/v1/batch";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final String writeKey;
  private URI host = HOST;
  private String path = PATH;
  private boolean gzip;
  private @Nullable URI settingsHost;
  private final DeliveryConfig.Builder config =
      DeliveryConfig.builder()
          .maxEventBytes(MAX_EVENT_BYTES)
          .limitRetries(true)
          .splitTooLarge(false);
  private HttpConfig http = HttpConfig.defaults();
  private BatchStore store = BatchStore.inMemory();
  private @Nullable Path directory;
  private @Nullable HttpClient client;
  private final List<Stage> stages = new ArrayList<>();
  private @Nullable Function<RequestHead, ? extends CompletionStage<?>> reauthenticate;
  private final List<DeliveryListener> listeners = new ArrayList<>();
  private final List<DeadLetter> deadLetters = new ArrayList<>();
  private TimeSource time = TimeSource.system();

  SegmentClientBuilder(String writeKey) {
    this.writeKey = Objects.requireNonNull(writeKey, "writeKey");
  }

  /**
   * Where events go; {@code https://api.segment.io} by default. For another region, a proxy of
   * yours, or another service. It may have a path, below which everything is then.
   */
  public SegmentClientBuilder host(URI host) {
    this.host = Objects.requireNonNull(host, "host");
    return this;
  }

  /** The path of uploads below the host; {@code /v1/batch} by default. */
  public SegmentClientBuilder path(String path) {
    this.path = Objects.requireNonNull(path, "path");
    return this;
  }

  /** Compresses uploads with gzip; off by default, since not every service takes it. */
  public SegmentClientBuilder gzip(boolean on) {
    this.gzip = on;
    return this;
  }

  /** As {@link #fetchSettings(URI)}, from the place where Segment has them. */
  public SegmentClientBuilder fetchSettings() {
    return fetchSettings(SETTINGS_HOST);
  }

  /**
   * Asks once, when the client is opened, for the settings of the source: {@code
   * /projects/(key)/settings} below this host. How uploads are retried ({@code httpConfig}) and
   * where they go ({@code apiHost}) is then as they say, in place of what was set here. Uploads
   * wait for them, at most 5 s; when there are none to be had, the client goes on with what was set
   * here, and says so to the listener. Not done by default, as is usual for servers.
   */
  public SegmentClientBuilder fetchSettings(URI host) {
    this.settingsHost = Objects.requireNonNull(host, "host");
    return this;
  }

  /**
   * Sizes and choices, such as {@code queue -> queue.maxBatchEvents(50)}. The defaults are those of
   * {@link DeliveryConfig}, except that events have 32,768 bytes at most, that a batch is given up
   * after the retries of {@link HttpConfig}, 10 by default, and that nothing is split. Neither
   * events nor batches may be made larger than what the service takes.
   */
  public SegmentClientBuilder queue(Consumer<? super DeliveryConfig.Builder> settings) {
    settings.accept(config);
    return this;
  }

  /** How uploads are retried; {@link HttpConfig#defaults} by default. */
  public SegmentClientBuilder httpConfig(HttpConfig http) {
    this.http = Objects.requireNonNull(http, "http");
    return this;
  }

  /**
   * Where events wait: in this directory, where they outlive the process, also a killed one. Raise
   * {@code maxBytes} of {@link #queue} with it. Events that are given up are kept there too, unless
   * there is another {@link #deadLetter}. Without a directory or another store, events wait in
   * memory, and are lost with the process.
   *
   * @param directory for this client alone, and for this write key; made when it is not there
   */
  public SegmentClientBuilder directory(Path directory) {
    this.directory = Objects.requireNonNull(directory, "directory");
    return this;
  }

  /** Where events wait, in place of memory or a directory. The client opens and closes it. */
  public SegmentClientBuilder store(BatchStore store) {
    this.store = Objects.requireNonNull(store, "store");
    this.directory = null;
    return this;
  }

  /**
   * The client that sends, for its proxy, TLS settings and connections; a new one by default. It
   * must not follow redirects: this one follows 307 and 308 for it, under which events are sent
   * again. It is not closed.
   */
  public SegmentClientBuilder client(HttpClient client) {
    this.client = Objects.requireNonNull(client, "client");
    return this;
  }

  /**
   * Adds a stage that runs for each upload, after the one that sets the write key as credentials:
   * {@code Stages.bearer(tokens::current)} puts a token in its place.
   */
  public SegmentClientBuilder stage(Stage stage) {
    stages.add(Objects.requireNonNull(stage, "stage"));
    return this;
  }

  /**
   * Refreshes the credentials of a stage after 401 and 511, as {@link
   * DeliveryQueueBuilder#reauthenticate} does. Without it, which is the default, a 511 drops.
   */
  public SegmentClientBuilder reauthenticate(
      Function<RequestHead, ? extends CompletionStage<?>> hook) {
    this.reauthenticate = Objects.requireNonNull(hook, "hook");
    return this;
  }

  /** Adds a listener, who is told what becomes of each event; none by default. */
  public SegmentClientBuilder listener(DeliveryListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /** Adds a place for events that are given up; none by default: they are reported and gone. */
  public SegmentClientBuilder deadLetter(DeadLetter deadLetter) {
    deadLetters.add(Objects.requireNonNull(deadLetter, "deadLetter"));
    return this;
  }

  /** Where time and chance come from; the system's by default. For tests. */
  public SegmentClientBuilder time(TimeSource time) {
    this.time = Objects.requireNonNull(time, "time");
    return this;
  }

  /**
   * Opens the store and the client, which takes up what an earlier one has left.
   *
   * @throws IllegalArgumentException that lists everything that is wrong
   * @throws IOException when the store cannot be opened: another client has it, say
   */
  public SegmentClient open() throws IOException {
    DeliveryConfig checked = check();
    SegmentUploader uploader = new SegmentUploader(this::uploader, host);
    HttpClient below = client == null ? newClient() : client;
    HttpClient sender = new PostRedirects(below);
    DeliveryQueue queue = queue(uploader, sender, checked).open();
    List<Runnable> atEnd = new ArrayList<>();
    if (settingsHost != null) {
      URI place = Endpoint.at(settingsHost, "/projects/" + writeKey + "/settings");
      atEnd.add(
          new RemoteSettings(queue, uploader, List.copyOf(listeners), time).fetch(sender, place));
    }
    if (client == null) {
      atEnd.add(() -> end(below));
    }
    return new SegmentClient(queue, time, atEnd);
  }

  private DeliveryQueueBuilder queue(
      SegmentUploader uploader, HttpClient sender, DeliveryConfig checked) {
    DeliveryQueueBuilder builder =
        DeliveryQueue.builder("segment")
            .uploader(uploader)
            .client(sender)
            .stage(basic())
            .config(checked)
            .httpConfig(http)
            .store(store)
            .time(time)
            .paused(settingsHost != null);
    if (directory != null) {
      builder.directory(directory);
    }
    stages.forEach(builder::stage);
    listeners.forEach(builder::listener);
    deadLetters.forEach(builder::deadLetter);
    if (reauthenticate != null) {
      builder.reauthenticate(reauthenticate);
    }
    return builder;
  }

  /** From JDK 21 on a client can be ended; before, its threads end when nobody refers to it. */
  private void end(HttpClient ours) {
    if (ours instanceof AutoCloseable closeable) {
      time.executor().execute(() -> close(closeable));
    }
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new IllegalStateException("a client of the JDK closes without a failure", e);
    }
  }

  private Uploader uploader(URI host) {
    return Uploader.to(Endpoint.at(host, path))
        .format(new SegmentFormat(writeKey))
        .header("User-Agent", Library.USER_AGENT)
        .retryCountHeader("X-Retry-Count")
        .gzip(gzip)
        .build();
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_TIMEOUT)
        .build();
  }

  /** The key is the user; the password is empty, but its colon is not left out (RFC 7617). */
  private Stage basic() {
    byte[] user = (writeKey + ":").getBytes(StandardCharsets.US_ASCII);
    String value = "Basic " + Base64.getEncoder().encodeToString(user);
    return Stage.of("writeKey", request -> request.setHeader("Authorization", value));
  }

  private DeliveryConfig check() {
    List<String> violations = new ArrayList<>();
    if (!writeKey.matches("[!-9;-~]{1,1000}")) {
      violations.add(
          "the write key must be 1 to 1,000 characters of ASCII without blanks and colons");
    }
    Endpoint.flaw("the host", host).ifPresent(violations::add);
    if (settingsHost != null) {
      Endpoint.flaw("the host of the settings", settingsHost).ifPresent(violations::add);
    }
    if (!path.matches("/[A-Za-z0-9._~/%-]*")) {
      violations.add("the path must begin with a slash and be one of an address: " + path);
    }
    DeliveryConfig checked = sizes(violations);
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException(
          "the Segment client cannot be opened: " + String.join("; ", violations));
    }
    return checked;
  }

  private DeliveryConfig sizes(List<String> violations) {
    DeliveryConfig sizes;
    try {
      sizes = config.build();
    } catch (IllegalArgumentException e) {
      violations.add(String.valueOf(e.getMessage()));
      return DeliveryConfig.defaults();
    }
    if (sizes.maxEventBytes() > MAX_EVENT_BYTES) {
      violations.add(
          "maxEventBytes must be at most "
              + MAX_EVENT_BYTES
              + ", which is what the service takes: "
              + sizes.maxEventBytes());
    }
    // Of the bytes that are counted for the events, the last separator is not sent.
    int most = MAX_BODY_BYTES - SegmentFormat.envelope(writeKey) + 1;
    if (sizes.maxBatchBytes() > most) {
      violations.add(
          "maxBatchBytes must be at most "
              + most
              + ", so that a body has "
              + MAX_BODY_BYTES
              + " at most: "
              + sizes.maxBatchBytes());
    }
    return sizes;
  }
}
