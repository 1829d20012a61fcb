package dev.heed.delivery.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a {@link DirectoryStore} asks of a file system: every file operation of a store goes through
 * here. Users have no need of it. It is there for tests and proofs, which wrap the real one to
 * fail, to cut short, or to announce an operation before and after it happens.
 *
 * <p>No operation may be ended by an interrupt, or close a file because of one: the thread's
 * interrupt is kept, and the operation goes on. Files and directories are made for their owner
 * alone where the file system can do that.
 *
 * <p>Safe for use by several threads, as far as they use different handles. Methods may be added to
 * this interface; they will have a default.
 */
public interface StoreFiles {

  /** The files of the machine. */
  static StoreFiles system() {
    return new SystemFiles();
  }

  /** Makes a directory and those above it. No effect when it is there. */
  void createDirectory(Path directory) throws IOException;

  /**
   * Names what is in a directory, in any order, without opening anything.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such directory
   */
  void list(Path directory, Consumer<String> name) throws IOException;

  /**
   * Makes an empty file, and opens it.
   *
   * @throws java.nio.file.FileAlreadyExistsException when there is one
   */
  Handle create(Path file) throws IOException;

  /**
   * Opens a file to change it.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   */
  Handle open(Path file) throws IOException;

  /**
   * Reads a file.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   */
  byte[] read(Path file) throws IOException;

  /** Gives a file another name in one step, in place of a file that has it. */
  void rename(Path from, Path to) throws IOException;

  /**
   * Removes a file.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   */
  void delete(Path file) throws IOException;

  /** Makes the names in a directory as durable as the disk can. */
  void forceDirectory(Path directory) throws IOException;

  /**
   * Locks a directory by a file in it, against other processes and against everybody else in this
   * one, until what is returned is closed.
   *
   * @param file the file to lock; made where there is none. Nobody else may open it
   * @throws IOException when somebody has the lock; the message says who
   */
  Closeable lock(Path file) throws IOException;

  /** An open file. For one thread at a time, but that another one may {@link #force} meanwhile. */
  interface Handle extends Closeable {

    /**
     * Writes all of the bytes. When it fails, any part of them may have been written.
     *
     * @param position where in the file the first byte goes
     * @param bytes the array they are taken from
     * @param from the first of them
     * @param length how many
     */
    void write(long position, byte[] bytes, int from, int length) throws IOException;

    /** Cuts off what is beyond this length. */
    void truncate(long length) throws IOException;

    /**
     * Makes what was written as durable as the disk can. After it has failed once, a system may
     * take for written what is not: the handle says nothing reliable any more, and the bytes have
     * to be written to another file.
     */
    void force() throws IOException;
  }
}
