package dev.heed.delivery.store;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.MalformedJsonException;
import dev.heed.delivery.store.SegmentIndex.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A look into the directory of a {@link DirectoryStore}, which changes nothing there.
 *
 * <p>It is safe while a queue of this or another process has the directory: it takes no lock, opens
 * files only to read them, and never the one that is locked. What it shows is a moment: a batch may
 * leave while one looks, and is then missing. Whatever changes a directory, such as replaying or
 * ending a pause from outside, needs the lock and so has to wait until the queue is closed.
 *
 * <p>Immutable, but that {@link #peek} reads again.
 */
public final class StoreView {

  private static final int MOST_LOOKS = 5;

  private final Folder folder;
  private final NavigableMap<Long, Segment> segments;
  private final Optional<byte[]> state;
  private final List<Path> quarantined;
  private final OptionalLong owner;

  private StoreView(Folder folder, NavigableMap<Long, Segment> segments) throws IOException {
    this.folder = folder;
    this.segments = segments;
    this.state = new StateFile(folder).load().map(StateFile.Saved::state);
    Folder aside = folder.quarantine();
    this.quarantined = aside.namesIfThere().stream().sorted().map(aside::file).toList();
    this.owner = owner(folder);
  }

  /**
   * Looks into a directory.
   *
   * @throws IOException when there is no store, or one of a later version; the message says which
   */
  public static StoreView open(Path directory) throws IOException {
    Folder folder = new Folder(directory.toAbsolutePath(), StoreFiles.system());
    int version = FormatFile.version(folder);
    if (version > SegmentFormat.VERSION) {
      throw new IOException(
          directory + " was written by a later version of Heed, in format " + version);
    }
    List<String> names = folder.namesIfThere();
    if (version == 0 && names.stream().noneMatch(name -> SegmentName.of(name).isPresent())) {
      throw new NoSuchFileException(directory + " holds no store");
    }
    return new StoreView(folder, segments(folder));
  }

  /** Looks again when the open batch was closed meanwhile. */
  private static NavigableMap<Long, Segment> segments(Folder folder) throws IOException {
    for (int look = 1; ; look++) {
      try {
        return look(folder);
      } catch (NoSuchFileException e) {
        if (look == MOST_LOOKS) {
          throw e;
        }
      }
    }
  }

  private static NavigableMap<Long, Segment> look(Folder folder) throws IOException {
    NavigableMap<Long, Segment> segments = new TreeMap<>();
    for (String text : folder.names()) {
      Optional<SegmentName> name = SegmentName.of(text);
      if (name.isPresent()) {
        Segment segment = segment(folder, name.get());
        if (segment.events() > 0) {
          segments.putIfAbsent(segment.name().id(), segment);
        }
      }
    }
    return segments;
  }

  private static Segment segment(Folder folder, SegmentName name) throws IOException {
    return switch (name.kind()) {
      case BATCH -> Segment.of(name);
      case OPEN -> open(folder.read(name), name);
      case PART, COPY -> part(folder.read(name), name);
    };
  }

  private static Segment open(byte[] bytes, SegmentName name) {
    SegmentContent content = SegmentContent.open(bytes, name.id());
    long oldest = SegmentFormat.version(bytes) == 0 ? 0 : SegmentFormat.oldest(bytes);
    BitSet all = new BitSet();
    all.set(0, content.places());
    return Segment.of(
        new SegmentName(
            SegmentName.Kind.OPEN, name.id(), content.places(), content.bytes(all), oldest));
  }

  private static Segment part(byte[] bytes, SegmentName name) {
    SegmentContent content = SegmentContent.closed(bytes, name.id(), name.events());
    BitSet settled = content.settled();
    BitSet left = new BitSet();
    left.set(0, name.events());
    left.andNot(settled);
    return new Segment(name, settled, name.bytes() - content.bytes(left));
  }

  private static OptionalLong owner(Folder folder) throws IOException {
    String text;
    try {
      byte[] bytes = folder.files().read(folder.file(Folder.OWNER));
      text = new String(bytes, StandardCharsets.US_ASCII).trim();
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
    boolean alive =
        text.matches("\\d{1,18}")
            && ProcessHandle.of(Long.parseLong(text)).filter(ProcessHandle::isAlive).isPresent();
    return alive ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** How much waits. */
  public StoreSize size() {
    long events = 0;
    long bytes = 0;
    for (Segment segment : segments.values()) {
      events += segment.events();
      bytes += segment.bytes();
    }
    return StoreSize.of(events, bytes, segments.size());
  }

  /** When the first event of the oldest batch was accepted; empty when none waits. */
  public Optional<Instant> oldest() {
    return segments.isEmpty()
        ? Optional.empty()
        : Optional.of(segments.firstEntry().getValue().info().oldest());
  }

  /** The oldest batches, the one that is being filled included. */
  public List<BatchInfo> batches(int max) {
    return segments.values().stream().limit(max).map(Segment::info).toList();
  }

  /**
   * Reads the oldest events. Those that left meanwhile, or cannot be read, are missing.
   *
   * @param max how many at most
   * @throws IOException when a file cannot be read at all
   */
  public List<StoredEvent> peek(int max) throws IOException {
    List<StoredEvent> events = new ArrayList<>();
    for (Segment segment : segments.values()) {
      if (events.size() >= max) {
        break;
      }
      List<StoredEvent> some = events(segment);
      events.addAll(some.subList(0, Math.min(some.size(), max - events.size())));
    }
    return List.copyOf(events);
  }

  private List<StoredEvent> events(Segment segment) throws IOException {
    SegmentName name = segment.name();
    SegmentName file = name.kind() == SegmentName.Kind.OPEN ? SegmentName.open(name.id()) : name;
    byte[] bytes;
    try {
      bytes = folder.read(file);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return SegmentContent.closed(bytes, name.id(), name.events())
        .without(segment.settled())
        .events();
  }

  /** The process that has the directory, as far as one can see without taking its lock. */
  public OptionalLong owner() {
    return owner;
  }

  /** The state of the queue as it was saved last, JSON; empty when there is none to be read. */
  public Optional<String> state() {
    return state.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Until when the server wants no uploads, as the state says; it may be past. */
  public Optional<Instant> pausedUntil() {
    try {
      return state.isEmpty()
          ? Optional.empty()
          : JsonNode.parse(state.get())
              .member("pausedUntil")
              .flatMap(JsonNode::text)
              .map(Instant::parse);
    } catch (MalformedJsonException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Files that could not be read, or not wholly, and were put aside. Unmodifiable. */
  public List<Path> quarantined() {
    return quarantined;
  }

  /** Where the queue keeps the events that were given up, unless it was told otherwise. */
  public Path deadLetterFile() {
    return folder.file(Folder.DEAD_LETTER);
  }

  @Override
  public String toString() {
    return folder.path() + ": " + size();
  }
}
