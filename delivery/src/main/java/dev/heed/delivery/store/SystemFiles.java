package dev.heed.delivery.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The files of the machine.
 *
 * <p>A {@link FileChannel} is closed under a thread that is interrupted, and takes its lock with
 * it; a {@link RandomAccessFile} is not. So the latter reads and writes here. Only a directory can
 * be forced by a channel alone: that one is opened for the one call, and for another one when an
 * interrupt has closed it.
 */
final class SystemFiles implements StoreFiles {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static FileAttribute<?>[] owner(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public void createDirectory(Path directory) throws IOException {
    Files.createDirectories(directory, owner("rwx------"));
  }

  @Override
  public void list(Path directory, Consumer<String> name) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        name.accept(String.valueOf(entry.getFileName()));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  @Override
  public Handle create(Path file) throws IOException {
    Files.createFile(file, owner("rw-------"));
    return new Open(new RandomAccessFile(file.toFile(), "rw"));
  }

  @Override
  public Handle open(Path file) throws IOException {
    // Opened to be written, a file that is not there would be made.
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return new Open(new RandomAccessFile(file.toFile(), "rw"));
  }

  @Override
  public byte[] read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      if (length > Integer.MAX_VALUE - 8) {
        throw new IOException(file + " is too large to be read: " + length + " bytes");
      }
      byte[] bytes = new byte[(int) length];
      int filled = 0;
      for (int read = 0; read >= 0 && filled < bytes.length; filled += Math.max(0, read)) {
        read = in.read(bytes, filled, bytes.length - filled);
      }
      // Shorter than it was said to be: somebody else has just emptied it.
      return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
    }
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.delete(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    if (!POSIX) {
      // Elsewhere a directory cannot be opened, and its file system keeps a journal of names.
      return;
    }
    boolean interrupted = false;
    try {
      while (!isForced(directory)) {
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** False when an interrupt came between. */
  private static boolean isForced(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      return false;
    }
  }

  @Override
  public Closeable lock(Path file) throws IOException {
    try {
      Files.createFile(file, owner("rw-------"));
    } catch (FileAlreadyExistsException e) {
      // It stays when its owner has gone.
      return DirectoryLock.of(file);
    }
    return DirectoryLock.of(file);
  }

  /** Seeks only where a write does not follow the one before. */
  private static final class Open implements Handle {

    private final RandomAccessFile file;
    private long position;

    Open(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public void write(long at, byte[] bytes, int from, int length) throws IOException {
      if (at != position) {
        file.seek(at);
      }
      // Unknown until the write has succeeded.
      position = -1;
      file.write(bytes, from, length);
      position = at + length;
    }

    @Override
    public void truncate(long length) throws IOException {
      position = -1;
      file.setLength(length);
    }

    @Override
    public void force() throws IOException {
      file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
