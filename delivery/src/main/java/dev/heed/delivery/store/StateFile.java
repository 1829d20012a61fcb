package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The state of the queue in a file that is replaced as a whole. Its first line has a checksum, and
 * the last id that was given to a batch: ids are not given twice, also when no batch is left to
 * tell.
 */
final class StateFile {

  private static final Pattern HEAD = Pattern.compile("heed-state 1 (\\d{1,18}) ([0-9a-f]{8})\n");
  private static final int LONGEST_HEAD = 64;

  private final Folder folder;

  StateFile(Folder folder) {
    this.folder = folder;
  }

  /** What a file says. */
  static final class Saved {

    private final long lastId;
    private final byte[] state;

    private Saved(long lastId, byte[] state) {
      this.lastId = lastId;
      this.state = state;
    }

    /** The last id that was given. */
    long lastId() {
      return lastId;
    }

    byte[] state() {
      return state;
    }
  }

  /** Empty when there is none, or none that can be read. */
  Optional<Saved> load() throws IOException {
    byte[] file;
    try {
      file = folder.files().read(folder.file(Folder.STATE));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    int start = Math.min(file.length, LONGEST_HEAD);
    Matcher head = HEAD.matcher(new String(file, 0, start, StandardCharsets.ISO_8859_1));
    if (!head.lookingAt()) {
      return Optional.empty();
    }
    byte[] state = Arrays.copyOfRange(file, head.end(), file.length);
    return checksum(head.group(1), state).equals(head.group(2))
        ? Optional.of(new Saved(Long.parseLong(head.group(1)), state))
        : Optional.empty();
  }

  /** Writes another file, and gives it the name of the one before. */
  void save(byte[] state, long lastId, boolean forced) throws IOException {
    byte[] head =
        ("heed-state 1 " + lastId + " " + checksum(Long.toString(lastId), state) + "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] file = Arrays.copyOf(head, head.length + state.length);
    System.arraycopy(state, 0, file, head.length, state.length);
    String temporary = Folder.STATE + Folder.TEMPORARY;
    folder.write(temporary, file, file.length, forced);
    folder.files().rename(folder.file(temporary), folder.file(Folder.STATE));
    if (forced) {
      folder.files().forceDirectory(folder.path());
    }
  }

  private static String checksum(String lastId, byte[] state) {
    CRC32C sum = new CRC32C();
    sum.update(lastId.getBytes(StandardCharsets.ISO_8859_1));
    sum.update(state);
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }
}
