package dev.heed.verify.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A listener on the loopback interface, and a thread for each connection. It knows when everything
 * that a killed process had written before it died has been read.
 */
final class Listening {

  private final ServerSocket listener =
      new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
  private final Connection connection;
  private final List<Thread> readers = new ArrayList<>();
  private CompletableFuture<Integer> mark = new CompletableFuture<>();
  private int markPort = -1;

  /** Reads a connection to its end. */
  interface Connection {
    void read(Socket socket) throws IOException;
  }

  Listening(Connection connection) throws IOException {
    this.connection = connection;
    daemon(this::accept).start();
  }

  int port() {
    return listener.getLocalPort();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    try {
      for (; ; ) {
        took(listener.accept());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void took(Socket socket) throws IOException {
    if (socket.getPort() == markPort) {
      socket.close();
      mark.complete(markPort);
      return;
    }
    socket.setTcpNoDelay(true);
    Thread reader = daemon(() -> read(socket));
    readers.removeIf(thread -> !thread.isAlive());
    readers.add(reader);
    reader.start();
  }

  private void read(Socket socket) {
    try (socket) {
      connection.read(socket);
    } catch (IOException e) {
      // The other side was killed. What it had sent whole has been taken.
      return;
    }
  }

  /**
   * Waits until all connections that were made before have been read to their ends: connections are
   * accepted in their order, so one of our own shows that no earlier one still waits for it.
   */
  void quiesce() throws IOException, InterruptedException {
    try (Socket own = new Socket()) {
      own.bind(null);
      CompletableFuture<Integer> seen = new CompletableFuture<>();
      synchronized (this) {
        mark = seen;
        markPort = own.getLocalPort();
      }
      own.connect(listener.getLocalSocketAddress());
      seen.join();
    }
    List<Thread> running;
    synchronized (this) {
      markPort = -1;
      running = List.copyOf(readers);
    }
    for (Thread reader : running) {
      reader.join();
    }
  }
}
