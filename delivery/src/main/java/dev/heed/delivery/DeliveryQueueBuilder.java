package dev.heed.delivery;

import dev.heed.Heed;
import dev.heed.delivery.machine.DeliveryMachine;
import dev.heed.delivery.machine.DeliveryState;
import dev.heed.delivery.machine.StateCodec;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.store.BatchInfo;
import dev.heed.delivery.store.BatchStore;
import dev.heed.delivery.store.DirectoryStore;
import dev.heed.delivery.store.Recovery;
import dev.heed.delivery.upload.Uploader;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.http.RequestHead;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.stage.Stage;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects what a queue needs and checks it at {@link #open}. Not for several threads. */
public final class DeliveryQueueBuilder {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final String name;
  private BatchStore store = BatchStore.inMemory();
  private @Nullable Path directory;
  private @Nullable Uploader uploader;
  private DeliveryConfig config = DeliveryConfig.defaults();
  private HttpConfig http = HttpConfig.defaults();
  private HintReader hints = Hints.retryAfter();
  private @Nullable HttpClient client;
  private final List<Stage> stages = new ArrayList<>();
  private @Nullable Function<RequestHead, ? extends CompletionStage<?>> reauthenticate;
  private final List<DeliveryListener> listeners = new ArrayList<>();
  private final List<DeadLetter> deadLetters = new ArrayList<>();
  private TimeSource time = TimeSource.system();
  private boolean paused;

  DeliveryQueueBuilder(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Where events wait; in memory by default, where they are lost with the process; {@link
   * #directory} is another choice. The queue opens and closes it.
   */
  public DeliveryQueueBuilder store(BatchStore store) {
    this.store = Objects.requireNonNull(store, "store");
    this.directory = null;
    return this;
  }

  /**
   * Where events wait: in this directory, where they outlive the process. The same as {@code
   * store(DirectoryStore.builder(directory).build())}, and a {@link #deadLetter} in {@link
   * DirectoryStore#deadLetterFile} unless there is another one.
   *
   * @param directory for this queue alone; made when it is not there
   */
  public DeliveryQueueBuilder directory(Path directory) {
    this.directory = Objects.requireNonNull(directory, "directory");
    return this;
  }

  /** Makes batches into requests. There is no default. */
  public DeliveryQueueBuilder uploader(Uploader uploader) {
    this.uploader = Objects.requireNonNull(uploader, "uploader");
    return this;
  }

  /** Sizes and choices; {@link DeliveryConfig#defaults} by default. */
  public DeliveryQueueBuilder config(DeliveryConfig config) {
    this.config = Objects.requireNonNull(config, "config");
    return this;
  }

  /** How the queue retries; {@link HttpConfig#defaults} by default. What was clamped is logged. */
  public DeliveryQueueBuilder httpConfig(HttpConfig http) {
    this.http = Objects.requireNonNull(http, "http");
    return this;
  }

  /** How waits are read from responses; {@link Hints#retryAfter()} by default. */
  public DeliveryQueueBuilder hints(HintReader hints) {
    this.hints = Objects.requireNonNull(hints, "hints");
    return this;
  }

  /**
   * The client that sends, for its proxy, TLS settings and connections; a new one by default. It
   * must not follow redirects: a POST would be repeated as a GET without its events, and its
   * success would be taken for theirs. The queue does not close it, and makes no retries through
   * it.
   */
  public DeliveryQueueBuilder client(HttpClient client) {
    this.client = Objects.requireNonNull(client, "client");
    return this;
  }

  /** Adds a stage that runs for each upload, such as one that sets credentials. In this order. */
  public DeliveryQueueBuilder stage(Stage stage) {
    stages.add(Objects.requireNonNull(stage, "stage"));
    return this;
  }

  /**
   * Refreshes credentials after 401 and 511, once for each upload, which is then repeated; after
   * this, a 511 is retried and not dropped. Not done by default.
   *
   * @param hook starts the refresh; its result completes when the new credentials are there
   */
  public DeliveryQueueBuilder reauthenticate(
      Function<RequestHead, ? extends CompletionStage<?>> hook) {
    this.reauthenticate = Objects.requireNonNull(hook, "hook");
    return this;
  }

  /** Adds a listener; none by default. */
  public DeliveryQueueBuilder listener(DeliveryListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /** Adds a place for events that are given up; none by default: they are reported and gone. */
  public DeliveryQueueBuilder deadLetter(DeadLetter deadLetter) {
    deadLetters.add(Objects.requireNonNull(deadLetter, "deadLetter"));
    return this;
  }

  /** Where time and chance come from; the system's by default. For tests. */
  public DeliveryQueueBuilder time(TimeSource time) {
    this.time = Objects.requireNonNull(time, "time");
    return this;
  }

  /**
   * Whether the queue begins paused, until {@link DeliveryQueue#resume}: it accepts events and
   * sends none, not even what an earlier queue has left. Off by default.
   */
  public DeliveryQueueBuilder paused(boolean on) {
    this.paused = on;
    return this;
  }

  /**
   * Opens the store and the queue, which takes up what an earlier one has left.
   *
   * @throws IllegalArgumentException that lists everything that is wrong
   * @throws IOException when the store cannot be opened: another queue has it, say
   */
  public DeliveryQueue open() throws IOException {
    Uploader checked = check();
    resolve();
    QueueClock clock = new QueueClock(time);
    Telling telling = new Telling(name, List.copyOf(listeners), List.copyOf(deadLetters));
    Counters counters = new Counters();
    Recovery recovery = store.open();
    try {
      telling.adjusted(http);
      tell(recovery, telling, counters);
      return assemble(checked, clock, telling, counters);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** What a directory stands for is known when nothing more is added. */
  private void resolve() {
    Path place = directory;
    if (place == null) {
      return;
    }
    store = DirectoryStore.builder(place).time(time).build();
    if (deadLetters.isEmpty()) {
      deadLetters.add(DeadLetter.file(DirectoryStore.deadLetterFile(place)));
    }
  }

  private Uploader check() {
    List<String> violations = new ArrayList<>();
    if (name.isBlank()) {
      violations.add("the name must not be blank");
    }
    if (uploader == null) {
      violations.add("an uploader is missing: uploader(Uploader.to(uri).build())");
    }
    if (client != null && client.followRedirects() != HttpClient.Redirect.NEVER) {
      violations.add(
          "the client follows redirects, so that events could be lost without a sign; build it"
              + " with followRedirects(HttpClient.Redirect.NEVER)");
    }
    if (uploader == null || !violations.isEmpty()) {
      throw new IllegalArgumentException(
          "queue " + name + " cannot be opened: " + String.join("; ", violations));
    }
    return uploader;
  }

  private void tell(Recovery recovery, Telling telling, Counters counters) {
    counters.resumed(store.size().events() + recovery.lost());
    if (recovery.lost() > 0) {
      counters.dropped(DropReason.UNREADABLE, recovery.lost());
    }
    recovery.findings().forEach(what -> telling.trouble(what, new IOException(what)));
  }

  private DeliveryQueue assemble(
      Uploader checked, QueueClock clock, Telling telling, Counters counters) throws IOException {
    boolean cures = reauthenticate != null;
    DeliveryMachine machine = Works.machine(http, config, cures);
    Shelf shelf = new Shelf(store, counters, telling);
    HttpClient sender = sender();
    Transfer transfer = new Transfer(checked, sender, hints, clock, telling);
    Parts parts =
        new Parts(
            new Serial(time.executor(), e -> telling.trouble("the queue has a fault", e)),
            clock,
            shelf,
            transfer,
            new Answers(clock, shelf, transfer, telling, counters),
            new StateKeeper(shelf, clock, telling, state(machine, clock, telling)),
            telling,
            counters,
            config);
    Uploads uploads = new Uploads(parts, machine);
    Intake intake =
        new Intake(
            new Intake.Setup(config, store, shelf, checked, counters),
            clock,
            new ToUploads(uploads, telling));
    shelf.whenRoom(intake::signalRoom);
    List<BatchInfo> there = store.list(Integer.MAX_VALUE);
    if (!there.isEmpty()) {
      intake.startAfter(there.get(there.size() - 1).id());
    }
    Works.Ends ends = new Works.Ends(store, intake, () -> shutDown(sender));
    if (paused) {
      uploads.pause();
    }
    uploads.look();
    return new DeliveryQueue(new Works(name, parts, ends, uploads, cures));
  }

  private DeliveryState state(DeliveryMachine machine, QueueClock clock, Telling telling) {
    try {
      return store
          .loadState()
          .map(saved -> new StateCodec(clock.now(), clock.wall()).decode(saved))
          .map(state -> machine.bounded(state, clock.now()))
          .orElse(DeliveryState.empty());
    } catch (IOException e) {
      telling.trouble("the state could not be loaded; waits and counts start anew", e);
      return DeliveryState.empty();
    }
  }

  /** What the intake has to say goes to the uploads. */
  private record ToUploads(Uploads uploads, Telling telling) implements Intake.Events {

    @Override
    public void batchClosed() {
      uploads.look();
    }

    @Override
    public void batchDropped(long batch) {
      uploads.forget(batch);
    }

    @Override
    public void trouble(String what, Throwable failure) {
      telling.trouble(what, failure);
    }
  }

  /** The client with its retries off: whether and when to send again is decided here. */
  private HttpClient sender() {
    Heed.Builder builder =
        Heed.builder(name)
            .hints(hints)
            .retry(retry -> retry.maxRetries(0))
            .attemptTimeout(config.uploadTimeout())
            .time(time);
    stages.forEach(builder::perAttempt);
    if (reauthenticate != null) {
      builder.reauthenticate(reauthenticate);
    }
    Heed plan = builder.build();
    return client != null
        ? HeedHttpClient.wrap(client, plan)
        : HeedHttpClient.newBuilder(plan)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  /** Ends what is ours: a client that was given to us goes on. */
  private static void shutDown(HttpClient sender) {
    if (sender instanceof HeedHttpClient ours) {
      ours.shutdownNow();
    }
  }
}
