package dev.heed.jdk;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A listener that nobody gets through to: its queue is full, so that connecting takes for ever. */
final class FullListener implements AutoCloseable {

  private static final int ENOUGH = 64;

  private final ServerSocket listener;
  private final List<Socket> queue = new ArrayList<>();

  FullListener() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    boolean full = false;
    while (!full && queue.size() < ENOUGH) {
      full = !connects();
    }
  }

  private boolean connects() throws IOException {
    Socket socket = new Socket();
    queue.add(socket);
    try {
      socket.connect(listener.getLocalSocketAddress(), 100);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : queue) {
      socket.close();
    }
    listener.close();
  }
}
