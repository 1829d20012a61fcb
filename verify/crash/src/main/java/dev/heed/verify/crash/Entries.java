package dev.heed.verify.crash;

import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.EventOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The child's pen for the ledger. Nothing is buffered: what a method has written when it returns is
 * with the kernel, and will be read although the child is killed.
 */
final class Entries implements DeliveryListener, Closeable {

  private static final Pattern ID = Pattern.compile("\\{\"id\":\"([^\"]+)\"");

  private final Socket socket;
  private final OutputStream out;

  Entries(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
  }

  /** An event is about to be offered: from now on it may arrive. */
  void offered(String id, byte[] event) {
    write("offered " + id + " " + JsonCheck.checksum(event, 0, event.length));
  }

  /** The queue has said yes: from now on it must arrive. */
  void accepted(String id) {
    write("accepted " + id);
  }

  /** The queue has said no: it must not arrive. */
  void rejected(String id, String why) {
    write("rejected " + id + " " + why);
  }

  @Override
  public void settled(EventOutcome outcome) {
    outcome
        .reason()
        .ifPresent(
            reason ->
                write("dropped " + outcome.bytes().map(Entries::id).orElse("?") + " " + reason));
  }

  @Override
  public void trouble(String what, Throwable failure) {
    write("trouble " + what + ": " + failure);
  }

  private static String id(byte[] event) {
    Matcher matcher = ID.matcher(new String(event, StandardCharsets.UTF_8));
    return matcher.find() ? matcher.group(1) : "?";
  }

  private synchronized void write(String line) {
    try {
      out.write((line.replace('\n', ' ') + ".\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
