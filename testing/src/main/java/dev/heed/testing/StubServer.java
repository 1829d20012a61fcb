package dev.heed.testing;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 server on loopback that answers what a test tells it to, over real sockets: for
 * clients of any kind, and for what only a network can do, such as a reset in the middle of a body.
 * It takes the same routes and replies as {@link StubHttpClient}, which needs no network.
 *
 * <pre>{@code
 * try (StubServer server = StubServer.start()) {
 *   server.on(Route.get("/orders/7"), Reply.status(503), Reply.json("{\"id\":7}"));
 *
 *   HttpRequest request = HttpRequest.newBuilder(server.uri("/orders/7")).build();
 *   assertEquals(200, client.send(request, BodyHandlers.ofString()).statusCode());
 *
 *   server.verifyAllCalled();
 * }
 * }</pre>
 *
 * <p>Delays are real. Connections are kept open between requests, and each has a daemon thread of
 * its own. A request that no route matches is answered with 501, which nobody retries, and the
 * reason as text, and {@link #verifyAllCalled} fails. Safe for use by several threads.
 */
public final class StubServer implements AutoCloseable {

  private static final int BACKLOG = 1_024;

  /** How long {@link #close} waits for threads that have nothing left to do. */
  private static final Duration PATIENCE = Duration.ofMillis(900);

  private final TimeSource time = TimeSource.system();
  private final Script script = new Script();
  private final Arrivals arrivals = new Arrivals(time);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<Thread, Socket> connections = new HashMap<>();
  private final ServerSocket listener;
  private final @Nullable SelfSigned certificate;
  private final @Nullable SSLContext tls;
  private final Thread acceptor;
  private int accepted;

  private StubServer(@Nullable SelfSigned certificate) {
    this.certificate = certificate;
    this.tls = certificate == null ? null : certificate.own();
    try {
      listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException("no server can be started on loopback", e);
    }
    acceptor = daemon("accept", this::accept);
  }

  /** A server on a free port of loopback. */
  public static StubServer start() {
    return started(null);
  }

  /**
   * A server over TLS, with a certificate of its own for {@code localhost} and the addresses of
   * loopback. Clients trust it with {@link #sslContext}.
   */
  public static StubServer startTls() {
    return started(SelfSigned.create());
  }

  private static StubServer started(@Nullable SelfSigned certificate) {
    StubServer server = new StubServer(certificate);
    server.acceptor.start();
    return server;
  }

  private Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, "heed-stub-server-" + listener.getLocalPort() + "-" + name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (closing.getCount() > 0) {
      try {
        enter(listener.accept());
      } catch (IOException e) {
        // Closed, or the client was gone before its turn.
      }
    }
  }

  private synchronized void enter(Socket socket) throws IOException {
    if (closing.getCount() == 0) {
      socket.close();
      return;
    }
    accepted++;
    Thread thread = daemon("connection-" + accepted, () -> serve(socket));
    connections.put(thread, socket);
    thread.start();
  }

  private void serve(Socket socket) {
    try {
      Wire wire = new Wire(socket, tls, closing);
      new ServerConnection(wire, new RequestReader(wire, uri()), script, arrivals).serve();
    } catch (IOException e) {
      // The client was gone before it had said anything.
    } finally {
      leave();
    }
  }

  private synchronized void leave() {
    connections.remove(Thread.currentThread());
  }

  /**
   * Answers requests of this route: the first one with the first reply, the next one with the
   * second, until all are used up. A reusable route, or the fallback, takes one reply.
   *
   * @return this
   */
  public StubServer on(Route route, Reply reply, Reply... more) {
    script.add(route, reply, more);
    return this;
  }

  /**
   * Answers what comes from now on as over this network, which takes real time; {@code null} ends
   * that.
   *
   * @return this
   */
  public StubServer under(@Nullable NetworkConditions conditions) {
    script.under(conditions);
    return this;
  }

  /** Where the server is, without a path: {@code http://127.0.0.1:49152}. */
  public URI uri() {
    return URI.create(
        (tls == null ? "http" : "https")
            + "://"
            + host(listener.getInetAddress())
            + ":"
            + listener.getLocalPort());
  }

  private static String host(InetAddress address) {
    String text = address.getHostAddress();
    return text.indexOf(':') < 0 ? text : "[" + text + "]";
  }

  /**
   * A URI on the server.
   *
   * @param path with its slash, and with a query if need be: {@code "/orders?page=2"}
   * @throws IllegalArgumentException when it does not start with a slash
   */
  public URI uri(String path) {
    if (!Objects.requireNonNull(path, "path").startsWith("/")) {
      throw new IllegalArgumentException("a path starts with a slash: " + path);
    }
    return URI.create(uri() + path);
  }

  /**
   * What a client needs to trust this server: {@code
   * HttpClient.newBuilder().sslContext(server.sslContext())}.
   *
   * @throws IllegalStateException when the server was not started with {@link #startTls}
   */
  public SSLContext sslContext() {
    if (certificate == null) {
      throw new IllegalStateException("this server speaks plain HTTP; start it with startTls()");
    }
    return certificate.trusting();
  }

  /** All requests so far, in the order of their arrival, also those that no route matched. */
  public List<RecordedRequest> requests() {
    return script.requests();
  }

  /**
   * One of the {@link #requests}.
   *
   * @param number from 1
   * @throws IllegalArgumentException when fewer came
   */
  public RecordedRequest request(int number) {
    return script.request(number);
  }

  /** How many connections clients have opened so far. */
  public synchronized int connections() {
    return accepted;
  }

  /** How many connections are open. */
  public synchronized int openConnections() {
    return connections.size();
  }

  /**
   * Checks that every reply was asked for, except those of reusable routes and of the fallback, and
   * that every request could be read and found a route.
   *
   * @throws AssertionError that lists what is missing, and what came instead
   */
  public void verifyAllCalled() {
    script.verify();
  }

  /**
   * The same, once calls on other threads have had time to come.
   *
   * @param within how long to wait for them at most, in real time
   * @throws AssertionError that lists what is missing, and what came instead
   */
  public void verifyAllCalled(Duration within) {
    script.verify(within);
  }

  /**
   * Ends the server and all its connections, within a second; no thread is left. What was recorded
   * stays. Has no effect the second time.
   */
  @Override
  public void close() {
    closing.countDown();
    closeQuietly(listener);
    List<Thread> threads;
    synchronized (this) {
      connections.values().forEach(StubServer::closeQuietly);
      threads = List.copyOf(connections.keySet());
    }
    long end = time.nanoTime() + PATIENCE.toNanos();
    join(acceptor, end);
    threads.forEach(thread -> join(thread, end));
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // A socket that cannot be closed is one that has ended.
    }
  }

  private void join(Thread thread, long end) {
    long left = Duration.ofNanos(end - time.nanoTime()).toMillis();
    if (thread == Thread.currentThread() || left <= 0) {
      return;
    }
    thread.interrupt();
    try {
      thread.join(left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where it is and what is going on. */
  @Override
  public String toString() {
    return "stub server on " + uri() + ", " + Messages.state(script);
  }
}
