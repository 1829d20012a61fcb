package dev.heed.delivery.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A file system in memory, which knows what has reached the disk: fails when told to, ends its
 * process at any operation and any byte of it, and says what a failure of the power would leave.
 */
final class FakeFiles implements StoreFiles {

  /** What a store does with files. */
  enum Op {
    LIST,
    CREATE,
    OPEN,
    READ,
    WRITE,
    TRUNCATE,
    FORCE,
    CLOSE,
    RENAME,
    DELETE,
    FORCE_DIRECTORY,
    LOCK
  }

  /** The process is gone in the middle of an operation. Not for anybody to catch. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /** Decides whether an operation fails. */
  interface Fault {

    /**
     * How many bytes of a write are written before it fails; for another operation any number means
     * that it fails. Negative when it does not fail.
     */
    int before(Op op, String name, int length);
  }

  static final Fault NONE = (op, name, length) -> -1;

  private static final class Node {
    private byte[] bytes = new byte[0];
    private byte[] onDisk = new byte[0];

    /** Once it could not be forced, it is said to be forced, as some systems do. */
    private boolean lying;

    Node copy() {
      Node copy = new Node();
      copy.bytes = bytes.clone();
      copy.onDisk = onDisk.clone();
      return copy;
    }
  }

  private final TreeMap<Path, Node> files = new TreeMap<>();

  /** The names when the directory was forced last. */
  private TreeMap<Path, Node> namesOnDisk = new TreeMap<>();

  /** What has changed in them since. */
  private final List<Consumer<Map<Path, Node>>> changes = new ArrayList<>();

  private final Map<Op, Integer> counts = new EnumMap<>(Op.class);
  private Fault fault = NONE;
  private final List<Integer> lengths = new ArrayList<>();
  private int killAt = Integer.MAX_VALUE;
  private int killAfter;
  private boolean killed;
  private boolean locked;

  synchronized FakeFiles failing(Fault other) {
    fault = other;
    return this;
  }

  /** Ends the process in this operation, the first is 0, after so many bytes of a write. */
  synchronized FakeFiles killAt(int operation, int bytes) {
    killAt = operation;
    killAfter = bytes;
    return this;
  }

  /** Of each operation so far, how many bytes it had to write. */
  synchronized List<Integer> operations() {
    return List.copyOf(lengths);
  }

  synchronized int count(Op op) {
    return counts.getOrDefault(op, 0);
  }

  /** What the next process finds when this one was killed. */
  synchronized FakeFiles afterKill() {
    FakeFiles next = new FakeFiles();
    files.forEach((path, node) -> next.files.put(path, node.copy()));
    next.namesOnDisk = new TreeMap<>(next.files);
    return next;
  }

  /**
   * What the next process finds when the power failed: any of the changes of names that were not
   * forced, up to some point, and of each file what was forced, and of the rest any part.
   */
  synchronized FakeFiles afterPowerFailure(Random random) {
    FakeFiles next = new FakeFiles();
    TreeMap<Path, Node> names = new TreeMap<>(namesOnDisk);
    changes.subList(0, random.nextInt(changes.size() + 1)).forEach(change -> change.accept(names));
    names.forEach((path, node) -> next.files.put(path, left(node, random)));
    next.namesOnDisk = new TreeMap<>(next.files);
    return next;
  }

  private static Node left(Node node, Random random) {
    Node left = new Node();
    int same = Math.min(node.onDisk.length, node.bytes.length);
    int length = same + random.nextInt(node.bytes.length - same + 1);
    left.bytes = Arrays.copyOf(node.onDisk, Math.max(length, node.onDisk.length));
    for (int i = 0; i < length; i++) {
      boolean reached = random.nextInt(4) > 0;
      left.bytes[i] = reached ? node.bytes[i] : left.bytes[i];
    }
    left.onDisk = left.bytes.clone();
    return left;
  }

  synchronized byte[] content(Path file) {
    return files.get(file).bytes;
  }

  synchronized void put(Path file, byte[] bytes) {
    Node node = new Node();
    node.bytes = bytes.clone();
    node.onDisk = bytes.clone();
    files.put(file, node);
    namesOnDisk.put(file, node);
  }

  synchronized List<Path> paths() {
    return List.copyOf(files.keySet());
  }

  /**
   * How much of an operation happens; throws when it does not happen, or not wholly, afterwards.
   */
  private int begin(Op op, Path file, int length) throws IOException {
    if (killed) {
      throw new Killed();
    }
    counts.merge(op, 1, Integer::sum);
    lengths.add(length);
    if (lengths.size() - 1 == killAt) {
      killed = true;
      if (op != Op.WRITE) {
        throw new Killed();
      }
      return Math.min(length, killAfter);
    }
    int done = fault.before(op, String.valueOf(file.getFileName()), length);
    if (done >= 0 && op != Op.WRITE) {
      throw new IOException("injected: " + op + " " + file.getFileName());
    }
    return done < 0 ? length : Math.min(done, length);
  }

  private void change(Consumer<Map<Path, Node>> change) {
    change.accept(files);
    changes.add(change);
  }

  @Override
  public void createDirectory(Path directory) {
    // Directories are there.
  }

  @Override
  public synchronized void list(Path directory, Consumer<String> name) throws IOException {
    begin(Op.LIST, directory, 0);
    for (Path path : List.copyOf(files.keySet())) {
      if (directory.equals(path.getParent())) {
        name.accept(String.valueOf(path.getFileName()));
      }
    }
  }

  @Override
  public synchronized Handle create(Path file) throws IOException {
    begin(Op.CREATE, file, 0);
    if (files.containsKey(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Node node = new Node();
    change(names -> names.put(file, node));
    return new Open(file, node);
  }

  @Override
  public synchronized Handle open(Path file) throws IOException {
    begin(Op.OPEN, file, 0);
    return new Open(file, node(file));
  }

  private Node node(Path file) throws IOException {
    Node node = files.get(file);
    if (node == null) {
      throw new NoSuchFileException(file.toString());
    }
    return node;
  }

  @Override
  public synchronized byte[] read(Path file) throws IOException {
    Node node = node(file);
    begin(Op.READ, file, 0);
    return node.bytes.clone();
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    begin(Op.RENAME, from, 0);
    Node node = node(from);
    change(
        names -> {
          names.remove(from);
          names.put(to, node);
        });
  }

  @Override
  public synchronized void delete(Path file) throws IOException {
    Node unused = node(file);
    begin(Op.DELETE, file, 0);
    change(names -> names.remove(file));
  }

  @Override
  public synchronized void forceDirectory(Path directory) throws IOException {
    begin(Op.FORCE_DIRECTORY, directory, 0);
    namesOnDisk = new TreeMap<>(files);
    changes.clear();
  }

  @Override
  public synchronized Closeable lock(Path file) throws IOException {
    begin(Op.LOCK, file, 0);
    if (locked) {
      throw new IOException("another queue has it");
    }
    locked = true;
    return () -> unlock();
  }

  private synchronized void unlock() {
    locked = false;
  }

  private final class Open implements Handle {

    private final Path file;
    private final Node node;

    Open(Path file, Node node) {
      this.file = file;
      this.node = node;
    }

    @Override
    public void write(long position, byte[] bytes, int from, int length) throws IOException {
      synchronized (FakeFiles.this) {
        int done = begin(Op.WRITE, file, length);
        int end = (int) position + done;
        if (end > node.bytes.length) {
          node.bytes = Arrays.copyOf(node.bytes, end);
        }
        System.arraycopy(bytes, from, node.bytes, (int) position, done);
        if (killed) {
          throw new Killed();
        }
        if (done < length) {
          throw new IOException("injected: no space left on device");
        }
      }
    }

    @Override
    public void truncate(long length) throws IOException {
      synchronized (FakeFiles.this) {
        begin(Op.TRUNCATE, file, 0);
        node.bytes = Arrays.copyOf(node.bytes, (int) length);
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (FakeFiles.this) {
        if (node.lying) {
          return;
        }
        node.lying = true;
        begin(Op.FORCE, file, 0);
        node.lying = false;
        node.onDisk = node.bytes.clone();
      }
    }

    @Override
    public void close() throws IOException {
      synchronized (FakeFiles.this) {
        if (!killed) {
          begin(Op.CLOSE, file, 0);
        }
      }
    }
  }
}
