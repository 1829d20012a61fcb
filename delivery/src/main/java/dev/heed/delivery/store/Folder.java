package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The directory of a store, and the names in it.
 *
 * @param path the directory
 * @param files how it is reached
 */
record Folder(Path path, StoreFiles files) {

  static final String LOCK = "lock";
  static final String OWNER = "owner";
  static final String STATE = "state";
  static final String DEAD_LETTER = "dead-letter.ndjson";
  static final String TEMPORARY = ".tmp";
  private static final String QUARANTINE = "quarantine";

  /** Somebody has to look at them; nobody looks at more. */
  private static final int MOST_SET_ASIDE = 100;

  Path file(String name) {
    return path.resolve(name);
  }

  Path file(SegmentName name) {
    return path.resolve(name.text());
  }

  Folder quarantine() {
    return new Folder(path.resolve(QUARANTINE), files);
  }

  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    files.list(path, names::add);
    return names;
  }

  /** The names in it; none where there is no such directory. */
  List<String> namesIfThere() throws IOException {
    try {
      return names();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  byte[] read(SegmentName name) throws IOException {
    return files.read(file(name));
  }

  void rename(SegmentName from, SegmentName to) throws IOException {
    files.rename(file(from), file(to));
  }

  /** Removes a file, if it is there. */
  void delete(String name) throws IOException {
    try {
      files.delete(file(name));
    } catch (NoSuchFileException e) {
      // That is what was wanted.
      return;
    }
  }

  /** Writes a file anew and forces it. One that cannot be completed is removed again. */
  void writeForced(String name, byte[] bytes) throws IOException {
    write(name, bytes, bytes.length, true);
  }

  /** Writes a file anew. One that cannot be completed is removed again. */
  void write(String name, byte[] bytes, int length, boolean forced) throws IOException {
    boolean complete = false;
    try (StoreFiles.Handle handle = createAnew(name)) {
      handle.write(0, bytes, 0, length);
      if (forced) {
        handle.force();
      }
      complete = true;
    } finally {
      if (!complete) {
        deleteQuietly(name);
      }
    }
  }

  /** Writes a text that may be missing: a full disk must not keep a store from being opened. */
  void writeQuietly(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try {
      write(name, bytes, bytes.length, false);
    } catch (IOException e) {
      // The next start tries again.
      return;
    }
  }

  private StoreFiles.Handle createAnew(String name) throws IOException {
    try {
      return files.create(file(name));
    } catch (FileAlreadyExistsException e) {
      delete(name);
      return files.create(file(name));
    }
  }

  /** Where a failure is being dealt with already, or what is removed hurts nobody if it stays. */
  void deleteQuietly(String name) {
    try {
      delete(name);
    } catch (IOException e) {
      // It is removed, or written over, the next time.
      return;
    }
  }

  /** Puts a file where somebody can look at it, or removes it where too many are there. */
  void setAside(String name) throws IOException {
    Folder aside = quarantine();
    files.createDirectory(aside.path());
    try {
      if (aside.names().size() < MOST_SET_ASIDE) {
        files.rename(file(name), aside.file(name));
      } else {
        delete(name);
      }
    } catch (NoSuchFileException e) {
      // There is nothing to look at.
      return;
    }
  }
}
