package dev.heed.delivery.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * Holds a directory against other processes, by a lock of the operating system, and against others
 * in this process, by a list of what is held.
 *
 * <p>The list is looked at first, and without touching the file: where locks belong to a process,
 * as on Linux, closing any handle of a locked file ends the lock that the process has on it. For
 * the same reason nobody else opens this file; who holds the directory stands in another one.
 *
 * <p>The list is among the system properties, so that it is one list for the whole process, also
 * when the library is loaded by several class loaders, as in a container.
 */
final class DirectoryLock implements Closeable {

  private static final String PREFIX = "dev.heed.delivery.store.";

  private final String key;
  private final RandomAccessFile file;
  private final FileLock lock;
  private boolean closed;

  private DirectoryLock(String key, RandomAccessFile file, FileLock lock) {
    this.key = key;
    this.file = file;
    this.lock = lock;
  }

  static DirectoryLock of(Path file) throws IOException {
    // The real path, since two names may lead to one directory.
    Path real = file.toRealPath();
    String key = PREFIX + real;
    if (System.getProperties().putIfAbsent(key, "held") != null) {
      throw new IOException("another queue of this process has " + real.getParent());
    }
    boolean held = false;
    try {
      DirectoryLock lock = lock(key, real);
      held = true;
      return lock;
    } finally {
      if (!held) {
        System.getProperties().remove(key);
      }
    }
  }

  private static DirectoryLock lock(String key, Path real) throws IOException {
    RandomAccessFile file = new RandomAccessFile(real.toFile(), "rw");
    FileLock lock = null;
    try {
      // Asking does not wait, and so no interrupt can close the channel.
      lock = file.getChannel().tryLock();
    } catch (OverlappingFileLockException e) {
      throw new IOException("another queue of this process has " + real.getParent(), e);
    } finally {
      if (lock == null) {
        file.close();
      }
    }
    if (lock == null) {
      throw new IOException("another process has " + real.getParent());
    }
    return new DirectoryLock(key, file, lock);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      lock.release();
    } finally {
      file.close();
      System.getProperties().remove(key);
    }
  }
}
