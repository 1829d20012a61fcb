package dev.heed.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears only when it is complete: it grows under another name in the same folder, and
 * is then moved to its place in one step. Something that is there but is no regular file, such as
 * {@code /dev/null}, is written as it is, since a move would replace it.
 */
final class CompleteFile implements AutoCloseable {

  private final Path target;
  private final Path part;
  private boolean committed;

  private CompleteFile(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /** As {@link #at}; null for no name. */
  static @Nullable CompleteFile orNull(String option, @Nullable String name) throws Failure {
    return name == null ? null : at(option, name);
  }

  /**
   * A file that can be written.
   *
   * @param option that names it, for the message
   * @throws Failure when it cannot
   */
  static CompleteFile at(String option, String name) throws Failure {
    try {
      Path named = Path.of(name);
      Path target = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
      if (name.isEmpty() || Files.isDirectory(target)) {
        throw Failure.usage(option + ": '" + Text.shown(name) + "' is a folder; name a file in it");
      }
      boolean direct = Files.exists(target) && !Files.isRegularFile(target);
      return new CompleteFile(target, direct ? target : newPart(target));
    } catch (IOException | InvalidPathException e) {
      throw Failure.usage(
          option
              + ": '"
              + Text.shown(name)
              + "' cannot be written; check that its folder exists and is yours to write in");
    }
  }

  private static Path newPart(Path target) throws IOException {
    String name = ".heed-" + ProcessHandle.current().pid() + "-";
    int number = 0;
    while (Files.exists(target.resolveSibling(name + number))) {
      number++;
    }
    return Files.createFile(target.resolveSibling(name + number));
  }

  /** Where to write. */
  Path part() {
    return part;
  }

  /** Whether what was written can be taken back. */
  boolean startsFromNothing() {
    return !part.equals(target);
  }

  /** Writes the whole file. */
  void write(String text) throws IOException {
    Files.writeString(part, text, StandardCharsets.UTF_8);
    commit();
  }

  /** The file is complete: it takes its place. */
  void commit() throws IOException {
    if (startsFromNothing()) {
      keepRights();
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    committed = true;
  }

  private void keepRights() throws IOException {
    boolean posix = Files.getFileStore(part).supportsFileAttributeView("posix");
    if (posix && Files.exists(target)) {
      Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
    }
  }

  /** Takes back what is not complete. */
  @Override
  public void close() throws IOException {
    if (!committed && startsFromNothing()) {
      Files.deleteIfExists(part);
    }
  }
}
