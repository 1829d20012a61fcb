package dev.heed.conformance.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A port that is kept, whether or not connections to it are taken. */
final class Door {

  private static final int BACKLOG = 1_024;

  /** A socket that takes connections, and whether the thread that waits on it has left. */
  private record Listener(ServerSocket socket, CountDownLatch left) {

    static Listener at(InetSocketAddress address) throws IOException {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(address, BACKLOG);
      return new Listener(socket, new CountDownLatch(1));
    }

    /** A thread that still waits on a closed socket keeps its port. */
    void close() throws IOException, InterruptedException {
      socket.close();
      left.await();
    }
  }

  private final Consumer<Socket> visitors;
  private final InetSocketAddress address;
  private volatile Listener listener;

  /** Bound and not listening: keeps the port while connections are refused. */
  private @Nullable Socket placeholder;

  Door(Consumer<Socket> visitors) throws IOException {
    this.visitors = visitors;
    listener = Listener.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    address = (InetSocketAddress) listener.socket().getLocalSocketAddress();
  }

  int port() {
    return address.getPort();
  }

  /** Takes connections until the door is shut. */
  void accept() throws IOException {
    Listener current = listener;
    try {
      while (!current.socket().isClosed()) {
        visitors.accept(current.socket().accept());
      }
    } finally {
      current.left().countDown();
    }
  }

  synchronized void refuse() throws IOException, InterruptedException {
    if (placeholder == null) {
      listener.close();
      placeholder = new Socket();
      placeholder.setReuseAddress(true);
      placeholder.bind(address);
    }
  }

  /** Takes connections again. The caller starts {@link #accept} anew. */
  synchronized void listen() throws IOException {
    if (placeholder == null) {
      throw new IllegalStateException("connections are not refused now");
    }
    placeholder.close();
    placeholder = null;
    listener = Listener.at(address);
  }

  synchronized void close() throws IOException {
    listener.socket().close();
    if (placeholder != null) {
      placeholder.close();
    }
  }
}
