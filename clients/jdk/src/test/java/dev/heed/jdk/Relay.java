package dev.heed.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands before a server and passes bytes on, except that the first connections are cut when their
 * first bytes have arrived. Counts connections.
 */
final class Relay implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final int cuts;
  private final boolean reset;
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();

  private Relay(int target, int cuts, boolean reset) throws IOException {
    this.target = target;
    this.cuts = cuts;
    this.reset = reset;
    listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  static Relay to(int target) throws IOException {
    return new Relay(target, 0, false);
  }

  /**
   * Cuts so many connections first.
   *
   * @param reset with a reset, or else in good order
   */
  static Relay cutting(int cuts, boolean reset, int target) throws IOException {
    return new Relay(target, cuts, reset);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "wire-relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        accepted.add(socket);
        int number = accepted.size();
        start(() -> serve(socket, number <= cuts));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket client, boolean cut) {
    try (client) {
      if (cut) {
        client.getInputStream().read();
        client.getInputStream().skip(client.getInputStream().available());
        client.setSoLinger(reset, 0);
        return;
      }
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
        start(() -> pass(server, client));
        pass(client, server);
      }
    } catch (IOException e) {
      // One of the two has gone, and with it the connection.
      return;
    }
  }

  private static void pass(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // One of the two has gone, and with it the connection.
      return;
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return accepted.size();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : accepted) {
      socket.close();
    }
  }
}
