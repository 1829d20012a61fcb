package dev.heed.delivery;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.JsonText;
import dev.heed.delivery.json.MalformedJsonException;
import dev.heed.delivery.policy.DropReason;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Events that were given up, one JSON object a line.
 *
 * <p>Lines are appended and forced to the disk. A line that a crash cut in the middle is ended by
 * the next one, and is no JSON: replaying leaves it where it is. Streams, and not a channel, write
 * here, because a channel is closed under a thread that is interrupted.
 *
 * <p>Replaying first moves the file aside, so that what is given up meanwhile is not mixed with it;
 * a crash leaves it aside, and the next replay begins there. All of that is under one lock, since
 * two objects may stand for one file.
 */
final class DeadLetterFile implements DeadLetter {

  private static final Object LOCK = new Object();
  private static final String ASIDE = ".replaying";

  private final Path file;

  DeadLetterFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  /** Offers an event again; true when it was accepted. */
  interface Again {
    boolean offer(byte[] event);
  }

  @Override
  public void add(List<EventOutcome> refused) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (EventOutcome outcome : refused) {
      lines.writeBytes(line(outcome));
    }
    synchronized (LOCK) {
      append(lines.toByteArray());
    }
  }

  private static byte[] line(EventOutcome outcome) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    StringBuilder head =
        new StringBuilder("{\"batch\":")
            .append(outcome.id().batch())
            .append(",\"place\":")
            .append(outcome.id().place());
    outcome
        .reason()
        .map(DropReason::name)
        .ifPresent(r -> head.append(",\"reason\":\"").append(r).append('"'));
    outcome.status().ifPresent(status -> head.append(",\"status\":").append(status));
    head.append(",\"why\":").append(JsonText.quoted(outcome.why()));
    byte[] event = outcome.bytes().orElse(new byte[0]);
    boolean json = isJson(event);
    head.append(json ? ",\"event\":" : ",\"base64\":\"");
    line.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    line.writeBytes(json ? unbroken(event) : Base64.getEncoder().encode(event));
    line.writeBytes((json ? "}\n" : "\"}\n").getBytes(StandardCharsets.UTF_8));
    return line.toByteArray();
  }

  private static boolean isJson(byte[] event) {
    try {
      JsonNode.check(event);
      return true;
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  /** A line break in JSON stands between tokens, where a blank means the same. */
  private static byte[] unbroken(byte[] event) {
    byte[] line = event.clone();
    for (int i = 0; i < line.length; i++) {
      line[i] = line[i] == '\n' || line[i] == '\r' ? (byte) ' ' : line[i];
    }
    return line;
  }

  private void append(byte[] lines) throws IOException {
    create();
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
      if (endsInALine()) {
        out.write(lines);
      } else {
        byte[] ended = new byte[lines.length + 1];
        ended[0] = '\n';
        System.arraycopy(lines, 0, ended, 1, lines.length);
        out.write(ended);
      }
      out.getFD().sync();
    }
  }

  private void create() throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try {
      Files.createFile(file, forTheOwnerAlone());
    } catch (FileAlreadyExistsException e) {
      // There it is.
      return;
    }
  }

  private static FileAttribute<?>[] forTheOwnerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private boolean endsInALine() throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      if (in.length() == 0) {
        return true;
      }
      in.seek(in.length() - 1);
      return in.read() == '\n';
    }
  }

  /**
   * Offers all events again. Lines that are no dead letters, and events that are not accepted, stay
   * in the file.
   *
   * @return how many were accepted
   */
  long replay(Again again) throws IOException {
    Path aside = file.resolveSibling(new File(file + ASIDE).getName());
    long accepted = 0;
    if (Files.exists(aside)) {
      accepted += replay(aside, again);
    }
    synchronized (LOCK) {
      if (!Files.exists(file)) {
        return accepted;
      }
      Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    }
    return accepted + replay(aside, again);
  }

  private long replay(Path aside, Again again) throws IOException {
    long accepted = 0;
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    for (byte[] line : lines(Files.readAllBytes(aside))) {
      if (event(line).filter(again::offer).isPresent()) {
        accepted++;
      } else {
        left.writeBytes(line);
        left.write('\n');
      }
    }
    synchronized (LOCK) {
      if (left.size() > 0) {
        append(left.toByteArray());
      }
      Files.delete(aside);
    }
    return accepted;
  }

  private static List<byte[]> lines(byte[] all) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= all.length; i++) {
      if (i == all.length || all[i] == '\n') {
        if (i > start) {
          lines.add(Arrays.copyOfRange(all, start, i));
        }
        start = i + 1;
      }
    }
    return lines;
  }

  private static Optional<byte[]> event(byte[] line) {
    try {
      JsonNode node = JsonNode.parse(line);
      return node.member("event")
          .map(JsonNode::raw)
          .or(() -> node.member("base64").flatMap(JsonNode::text).map(Base64.getDecoder()::decode));
    } catch (MalformedJsonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
