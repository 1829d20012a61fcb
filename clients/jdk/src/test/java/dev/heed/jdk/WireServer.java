package dev.heed.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A server on loopback that sends exactly the bytes of a script, and remembers what it received and
 * when. One thread for each connection; the replies are used in the order in which requests arrive,
 * and the last one is repeated.
 */
final class WireServer implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ServerSocket listener;
  private final List<Reply> script;
  private final AtomicInteger next = new AtomicInteger();
  private final List<Wire> wires = new CopyOnWriteArrayList<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  private WireServer(List<Reply> script) {
    this.script = script;
    try {
      listener = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("wire-accept", this::accept);
  }

  static WireServer replying(Reply... script) {
    return new WireServer(List.of(script));
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket socket = listener.accept();
        Wire wire = new Wire(this, wires.size() + 1, socket);
        wires.add(wire);
        start("wire-" + wire.number(), wire::serve);
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  Reply nextReply() {
    return script.get(Math.min(next.getAndIncrement(), script.size() - 1));
  }

  void saw(Seen request) {
    seen.add(request);
    changed();
  }

  synchronized void changed() {
    notifyAll();
  }

  URI uri() {
    return uri("/x");
  }

  URI uri(String target) {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + target);
  }

  /** The requests, in the order of their arrival. */
  List<Seen> seen() {
    return seen;
  }

  Seen seen(int number) {
    return seen.get(number - 1);
  }

  List<String> bodies() {
    return seen.stream().map(Seen::text).toList();
  }

  /** Connections accepted so far. */
  int connections() {
    return wires.size();
  }

  /** Connections that neither side has closed. */
  int open() {
    return (int) wires.stream().filter(Wire::isOpen).count();
  }

  /** Waits until so many requests have arrived. */
  void awaitSeen(int count) {
    await(count + " requests", () -> seen.size() >= count);
  }

  /** Waits until the client has closed all connections. */
  void awaitAllClosed() {
    await("all connections closed", () -> open() == 0);
  }

  /** Whether no connection is closed for as long. */
  synchronized boolean remainsOpenFor(Duration time) throws InterruptedException {
    int before = open();
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis(); left > 0 && open() == before; ) {
      wait(left);
      left = Duration.ofNanos(end - System.nanoTime()).toMillis();
    }
    return open() == before;
  }

  private synchronized void await(String what, BooleanSupplier condition) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      long left = Duration.ofNanos(giveUp - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw new AssertionError(
            "never came: " + what + "; " + open() + " of " + connections() + " connections open");
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    for (Wire wire : wires) {
      wire.close();
    }
  }
}
