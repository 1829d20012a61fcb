package dev.heed.conformance.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A server on loopback that answers requests by a script, and remembers what it received and when.
 *
 * <p>The replies are used in the order in which requests arrive, and the last one is repeated. The
 * names of all its threads start with {@link #THREADS}, so that a test can tell them from those of
 * a client. Methods that wait give up after 10 seconds, with a failure that says what was missing.
 * Safe for use by several threads.
 *
 * <pre>{@code
 * try (var server = WireServer.replying(Reply.busy("0.2"), Reply.reset(), Reply.ok("good"))) {
 *   // a call to server.uri(), and then:
 *   assertTrue(server.seen(2).since(server.seen(1)).toMillis() >= 200);
 * }
 * }</pre>
 */
public final class WireServer implements AutoCloseable {

  /** What the names of all threads of these servers start with. */
  public static final String THREADS = "wire-";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final WireProtocol protocol;
  private final TestCertificate certificate;
  private final List<Reply> script;
  private final Door door;
  private final Watch watch = new Watch();
  private final List<Connection> connections = new CopyOnWriteArrayList<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final AtomicInteger closeNext = new AtomicInteger();
  private final AtomicInteger resetNext = new AtomicInteger();

  private WireServer(WireProtocol protocol, TestCertificate certificate, Reply... script) {
    this.protocol = protocol;
    this.certificate = certificate;
    this.script = List.of(script);
    if (script.length == 0) {
      throw new IllegalArgumentException("a script has at least one reply");
    }
    try {
      door = new Door(this::welcome);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("accept", door::accept);
  }

  /** Speaks HTTP/1.1 in the clear. */
  public static WireServer replying(Reply... script) {
    return speaking(WireProtocol.HTTP_1, script);
  }

  /** Speaks this protocol; over TLS with {@link TestCertificate#localhost()}. */
  public static WireServer speaking(WireProtocol protocol, Reply... script) {
    return speaking(protocol, TestCertificate.localhost(), script);
  }

  /** Speaks this protocol, over TLS with this certificate. */
  public static WireServer speaking(
      WireProtocol protocol, TestCertificate certificate, Reply... script) {
    return new WireServer(protocol, certificate, script);
  }

  private void start(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              run(task);
              threads.remove(Thread.currentThread());
            },
            THREADS + name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** What a thread of this server does; interrupted when the server is closed. */
  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (IOException | InterruptedException e) {
      // A client has gone, or the server was closed: what a test wants to know of that, it asks
      // for.
      return;
    } catch (RuntimeException | Error e) {
      failures.add(e);
      watch.changed();
    }
  }

  private void welcome(Socket socket) {
    Connection connection = new Connection(connections.size() + 1, socket, watch.inner());
    connections.add(connection);
    watch.changed();
    start("" + connection.number(), () -> serve(connection));
  }

  private void serve(Connection connection) throws IOException, InterruptedException {
    try {
      connection.prepare();
      if (isCut(connection)) {
        return;
      }
      if (chosen(connection).equals("http/1.1")) {
        new Http1(this, connection, connection.in()).serve();
      } else {
        new Http2(this, connection).serve();
      }
    } finally {
      connection.close();
    }
  }

  private String chosen(Connection connection) throws IOException {
    if (!protocol.isSecure()) {
      return protocol.alpn()[0];
    }
    String chosen = connection.secure(certificate.serverContext(), protocol.alpn());
    return chosen.isEmpty() ? "http/1.1" : chosen;
  }

  private boolean isCut(Connection connection) throws IOException {
    boolean reset = take(resetNext);
    if (!reset && !take(closeNext)) {
      return false;
    }
    InputStream in = connection.in();
    in.read();
    in.skipNBytes(in.available());
    if (reset) {
      connection.reset();
    }
    return true;
  }

  private static boolean take(AtomicInteger left) {
    return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  /** Starts the next reply of the script, on a thread of its own. */
  <W extends Wire & Scripted> void answer(Connection connection, W wire) {
    Reply reply = next(wire.request());
    watch.changed();
    start(connection.number() + "-reply", () -> answer(reply, connection, wire));
  }

  private synchronized Reply next(Seen request) {
    Reply reply = script.get(Math.min(seen.size(), script.size() - 1));
    seen.add(request);
    return reply;
  }

  private <W extends Wire & Scripted> void answer(Reply reply, Connection connection, W wire) {
    Seen request = wire.request();
    try {
      reply.on(wire);
    } catch (IOException e) {
      if (!connection.isClosedHere()) {
        request.cancelled(Watch.now());
      }
      wire.abandon();
    } catch (RuntimeException | Error e) {
      failures.add(e);
      wire.abandon();
    } finally {
      request.done();
      connection.watch().changed();
    }
  }

  /** Where the server is. */
  public URI uri() {
    return uri("/x");
  }

  /**
   * Where the server is, with this path and query.
   *
   * @param target starts with a slash
   */
  public URI uri(String target) {
    return URI.create(protocol.scheme() + "://127.0.0.1:" + port() + target);
  }

  /** The port, the same while the server lives. */
  public int port() {
    return door.port();
  }

  /** The certificate that the server shows over TLS. */
  public TestCertificate certificate() {
    return certificate;
  }

  /** The requests so far, in the order of their arrival. */
  public List<Seen> seen() {
    return List.copyOf(seen);
  }

  /**
   * One request.
   *
   * @param number from 1
   * @throws AssertionError when fewer have come
   */
  public Seen seen(int number) {
    if (number > seen.size()) {
      throw new AssertionError("no request " + number + ", only " + seen);
    }
    return seen.get(number - 1);
  }

  /** The bodies of the requests so far. */
  public List<String> bodies() {
    return seen.stream().map(Seen::text).toList();
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.size();
  }

  /** Connections that neither side has closed. */
  public int open() {
    return (int) connections.stream().filter(Connection::isOpen).count();
  }

  /**
   * Refuses new connections, and keeps its port, until {@link #listen}.
   *
   * @throws InterruptedException when interrupted before that is so
   */
  public void refuse() throws InterruptedException {
    try {
      door.refuse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes connections again after {@link #refuse}. */
  public void listen() {
    try {
      door.listen();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("accept", door::accept);
  }

  /**
   * Closes so many of the next connections as soon as their first bytes have come: in the middle of
   * the handshake, over TLS.
   */
  public void closeNext(int count) {
    closeNext.set(count);
  }

  /** As {@link #closeNext}, with a reset. */
  public void resetNext(int count) {
    resetNext.set(count);
  }

  /**
   * Closes, in good order, the connection on which this request came, once its reply is done: as a
   * server does that keeps connections for a while only.
   *
   * @param number from 1
   */
  public void closeAfter(int number) {
    awaitDone(number);
    connections.get(seen(number).connection() - 1).close();
  }

  /** Waits until so many requests have arrived. */
  public void awaitSeen(int count) {
    await(count + " requests", () -> seen.size() >= count);
  }

  /** Waits until the head of the reply to this request is written, or about to be. */
  public void awaitAnswered(int number) {
    await(
        "an answer to request " + number, () -> seen.size() >= number && seen(number).isAnswered());
  }

  /** Waits until the client has given up this request. */
  public void awaitCancelled(int number) {
    await(
        "the cancellation of request " + number,
        () -> seen.size() >= number && seen(number).isCancelled());
  }

  /** Waits until the server has done what the script says for this request, or was kept from it. */
  public void awaitDone(int number) {
    await(
        "the end of the reply to request " + number,
        () -> seen.size() >= number && seen(number).isDone());
  }

  /** Waits until at most so many connections are open. */
  public void awaitOpen(int most) {
    await("at most " + most + " open connections", () -> open() <= most);
  }

  /** Whether no connection is closed for as long. */
  public boolean remainsOpenFor(Duration time) throws InterruptedException {
    int before = open();
    return !watch.await(() -> open() != before, time);
  }

  private void await(String what, BooleanSupplier condition) {
    boolean came;
    try {
      came = watch.await(() -> !failures.isEmpty() || condition.getAsBoolean(), PATIENCE);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted, waiting for " + what, e);
    }
    checkReplies();
    if (!came) {
      throw new AssertionError(
          "never came: "
              + what
              + "; "
              + open()
              + " of "
              + connections()
              + " connections open, "
              + seen);
    }
  }

  private void checkReplies() {
    if (!failures.isEmpty()) {
      throw new AssertionError("the server itself failed: " + failures.get(0), failures.get(0));
    }
  }

  /**
   * Closes all connections and ends all replies.
   *
   * @throws AssertionError when a reply has thrown anything but an {@link IOException}: the test
   *     itself is wrong, whatever it has found
   */
  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connections.forEach(Connection::close);
    threads.forEach(Thread::interrupt);
    checkReplies();
  }
}
