package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The state of the queue, in three files that are written over in turn. The one with the largest
 * number whose checksum is right counts. Neither the one that was written last is written over, nor
 * the last one that is known to be on the disk: a write that is cut short leaves the former, and a
 * failure of the power at least the latter.
 *
 * <p>A state is saved twice for each upload. Writing over bytes that are there costs a fraction of
 * what a new file in place of the old one does, and needs no room on a full disk.
 */
final class StateFile {

  private static final int SLOTS = 3;
  private static final int NONE = -1;
  private static final int LONGEST_HEAD = 100;
  private static final Pattern HEAD =
      Pattern.compile("heed-state 1 (\\d{1,18}) (\\d{1,18}) (\\d{1,9}) ([0-9a-f]{8})\n");

  private final Folder folder;
  private final StoreFiles.@Nullable Handle[] handles = new StoreFiles.Handle[SLOTS];

  /** Files that could not be forced: they are not believed again, but made anew. */
  private final boolean[] suspect = new boolean[SLOTS];

  private byte[] written = new byte[0];
  private long number;
  private int newest = NONE;
  private int onDisk = NONE;

  StateFile(Folder folder) {
    this.folder = folder;
  }

  /** What a file says. */
  static final class Saved {

    private final int slot;
    private final long number;
    private final long lastId;
    private final byte[] state;

    private Saved(int slot, Matcher head, byte[] state) {
      this.slot = slot;
      this.number = Long.parseLong(head.group(1));
      this.lastId = Long.parseLong(head.group(2));
      this.state = state;
    }

    /** The last id that was given to a batch when the state was saved. */
    long lastId() {
      return lastId;
    }

    byte[] state() {
      return state;
    }
  }

  private static String name(int slot) {
    return Folder.STATE + "." + (slot + 1);
  }

  /** Empty when there is none, or none that can be read. */
  synchronized Optional<Saved> load() throws IOException {
    Saved last = null;
    for (int slot = 0; slot < SLOTS; slot++) {
      Saved saved = read(slot);
      last = saved != null && (last == null || saved.number > last.number) ? saved : last;
    }
    if (last != null && newest == NONE) {
      number = last.number;
      newest = last.slot;
      onDisk = last.slot;
    }
    return Optional.ofNullable(last);
  }

  private @Nullable Saved read(int slot) throws IOException {
    byte[] file;
    try {
      file = folder.files().read(folder.file(name(slot)));
    } catch (NoSuchFileException e) {
      return null;
    }
    int start = Math.min(file.length, LONGEST_HEAD);
    Matcher head = HEAD.matcher(new String(file, 0, start, StandardCharsets.ISO_8859_1));
    if (!head.lookingAt() || Integer.parseInt(head.group(3)) > file.length - head.end()) {
      return null;
    }
    byte[] state =
        Arrays.copyOfRange(file, head.end(), head.end() + Integer.parseInt(head.group(3)));
    String fields = fields(head.group(1), head.group(2), state.length);
    return checksum(fields, state).equals(head.group(4)) ? new Saved(slot, head, state) : null;
  }

  private static String fields(String number, String lastId, int length) {
    return "heed-state 1 " + number + " " + lastId + " " + length + " ";
  }

  private static String checksum(String fields, byte[] state) {
    CRC32C sum = new CRC32C();
    sum.update(fields.getBytes(StandardCharsets.ISO_8859_1));
    sum.update(state);
    return String.format(Locale.ROOT, "%08x", sum.getValue());
  }

  /** Writes over the file that is not needed. */
  synchronized void save(byte[] state, long lastId, boolean forced) throws IOException {
    String fields = fields(Long.toString(number + 1), Long.toString(lastId), state.length);
    byte[] head = (fields + checksum(fields, state) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    byte[] file = Arrays.copyOf(head, head.length + state.length);
    System.arraycopy(state, 0, file, head.length, state.length);
    number++;
    write(file, forced);
    written = file;
  }

  private void write(byte[] file, boolean forced) throws IOException {
    int slot = free();
    boolean made = handles[slot] == null;
    StoreFiles.Handle handle = opened(slot);
    handle.write(0, file, 0, file.length);
    if (forced) {
      force(slot, handle);
      if (made) {
        folder.files().forceDirectory(folder.path());
      }
      onDisk = slot;
    }
    newest = slot;
  }

  private int free() {
    int slot = 0;
    while (slot == newest || slot == onDisk) {
      slot++;
    }
    return slot;
  }

  private StoreFiles.Handle opened(int slot) throws IOException {
    if (suspect[slot]) {
      closeHandle(slot);
      folder.delete(name(slot));
      suspect[slot] = false;
    }
    StoreFiles.Handle handle = handles[slot];
    if (handle == null) {
      handle = open(slot);
      handles[slot] = handle;
    }
    return handle;
  }

  private StoreFiles.Handle open(int slot) throws IOException {
    try {
      return folder.files().create(folder.file(name(slot)));
    } catch (FileAlreadyExistsException e) {
      return folder.files().open(folder.file(name(slot)));
    }
  }

  private void force(int slot, StoreFiles.Handle handle) throws IOException {
    try {
      handle.force();
    } catch (IOException e) {
      suspect[slot] = true;
      throw e;
    }
  }

  /** Forces the state that was saved last. */
  synchronized void force() throws IOException {
    int slot = newest;
    StoreFiles.Handle handle = slot == NONE ? null : handles[slot];
    if (handle == null || slot == onDisk) {
      return;
    }
    if (!suspect[slot] && isForced(slot, handle)) {
      onDisk = slot;
    } else {
      write(written, true);
    }
  }

  private boolean isForced(int slot, StoreFiles.Handle handle) {
    try {
      force(slot, handle);
      return true;
    } catch (IOException e) {
      // What follows tells more: whether it could be written elsewhere.
      return false;
    }
  }

  synchronized void close() {
    for (int slot = 0; slot < SLOTS; slot++) {
      closeHandle(slot);
    }
  }

  private void closeHandle(int slot) {
    StoreFiles.Handle handle = handles[slot];
    handles[slot] = null;
    if (handle == null) {
      return;
    }
    try {
      handle.close();
    } catch (IOException e) {
      // It was forced before, or nobody asked for that.
      return;
    }
  }
}
