package dev.heed.verify.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers on loopback after 2 ms, and each hundredth request after 200 ms, whatever it asks for and
 * whoever it comes from: a server in which one thing in a hundred meets a pause.
 */
final class SlowServer {

  static final long FAST_MILLIS = 2;
  static final long SLOW_MILLIS = 200;

  private static final int ONE_IN = 100;

  private static final byte[] REPLY =
      "HTTP/1.1 200 Fine\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listener =
      new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(SlowServer::daemon);
  private final AtomicLong requests = new AtomicLong();

  SlowServer() throws IOException {
    daemon(this::accept).start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
  }

  /** How many requests have come so far. */
  long requests() {
    return requests.get();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket)).start();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Socket socket) {
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      int lineBreaks = 0;
      for (int read = in.read(); read >= 0; read = in.read()) {
        lineBreaks = read == '\n' ? lineBreaks + 1 : read == '\r' ? lineBreaks : 0;
        if (lineBreaks == 2) {
          lineBreaks = 0;
          boolean slow = requests.incrementAndGet() % ONE_IN == 0;
          long after = slow ? SLOW_MILLIS : FAST_MILLIS;
          var unused = timers.schedule(() -> reply(socket, out), after, TimeUnit.MILLISECONDS);
        }
      }
      socket.close();
    } catch (IOException e) {
      close(socket);
    }
  }

  /** A client that has got its answer elsewhere has cut this connection. */
  private static void reply(Socket socket, OutputStream out) {
    try {
      out.write(REPLY);
    } catch (IOException e) {
      close(socket);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
