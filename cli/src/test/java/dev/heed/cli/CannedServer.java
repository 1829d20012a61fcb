package dev.heed.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * A server on loopback that sends given bytes, one connection after the other, and hangs up. It
 * never answers once it has run out of them.
 */
final class CannedServer implements AutoCloseable {

  private final ServerSocket server;
  private final List<byte[]> answers = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final List<Socket> open = new ArrayList<>();
  private final CountDownLatch stalled = new CountDownLatch(1);

  CannedServer(String... answers) {
    for (String answer : answers) {
      this.answers.add(answer.getBytes(StandardCharsets.ISO_8859_1));
    }
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::serve, "canned-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** A response with a body, and these header lines. */
  static String answer(int status, String body, String... headers) {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Canned\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("Connection: close\r\nContent-Length: ")
        .append(body.length())
        .append("\r\n\r\n")
        .append(body)
        .toString();
  }

  /** A response whose body ends before its length. */
  static String cut(String body) {
    return "HTTP/1.1 200 Canned\r\nConnection: close\r\nContent-Length: 99\r\n\r\n" + body;
  }

  String url(String rest) {
    return "http://127.0.0.1:" + server.getLocalPort() + rest;
  }

  synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** Waits until a request is there that gets no answer. */
  void awaitStall() throws InterruptedException {
    stalled.await();
  }

  private void serve() {
    try {
      while (!server.isClosed()) {
        serve(server.accept());
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    String request = read(socket);
    byte[] answer;
    synchronized (this) {
      requests.add(request);
      answer = answers.isEmpty() ? null : answers.remove(0);
      open.add(socket);
    }
    if (answer == null) {
      stalled.countDown();
      return;
    }
    socket.getOutputStream().write(answer);
    socket.close();
  }

  private static String read(Socket socket) throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    StringBuilder request = new StringBuilder();
    int length = 0;
    for (String line = reader.readLine(); line != null && !line.isEmpty(); ) {
      request.append(line).append('\n');
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
      line = reader.readLine();
    }
    for (int i = 0; i < length; i++) {
      request.append((char) reader.read());
    }
    return request.toString();
  }

  @Override
  public synchronized void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
