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
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Refuses each call a few times and says when to come back; measures how long after that the call
 * comes, on the monotonic clock, from the last byte of the head to the first byte of the next
 * request. Both readings are taken on the safe side: the first just before the head is written, the
 * second just after the byte was read, so that what is measured is never less than what was.
 */
final class AskingServer {

  /** What the server asks for. */
  enum Kind {
    QUARTER("250 ms"),
    SECOND("1 s"),
    DATE("date"),
    DATED("date, with a Date");

    final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** Not the formatter of the JDK, which writes the days before the tenth with one digit. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final ServerSocket listener =
      new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
  private final Map<Kind, Queue<Long>> lateness = new EnumMap<>(Kind.class);
  private final int waits;

  /** For each call, when it may come back, and how often it was refused. One thread at a time. */
  private final long[] due;

  private final int[] refused;

  AskingServer(int calls, int waits) throws IOException {
    this.waits = waits;
    due = new long[calls];
    refused = new int[calls];
    for (Kind kind : Kind.values()) {
      lateness.put(kind, new ConcurrentLinkedQueue<>());
    }
    start(this::accept);
  }

  URI uri(int call) {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/" + call);
  }

  /** The lateness of all waits of one kind in nanoseconds, sorted. */
  long[] lateness(Kind kind) {
    return lateness.get(kind).stream().mapToLong(Long::longValue).sorted().toArray();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (int first = in.read(); first >= 0; first = in.read()) {
        answer(System.nanoTime(), callOf(in), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a head to its end; answers the number in its target. */
  private static int callOf(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      head.append((char) in.read());
    }
    int start = head.indexOf("/") + 1;
    return Integer.parseInt(head.substring(start, head.indexOf(" ", start)));
  }

  private void answer(long at, int call, OutputStream out) throws IOException {
    Kind kind = Kind.values()[call % Kind.values().length];
    synchronized (this) {
      if (refused[call] > 0) {
        lateness.get(kind).add(at - due[call]);
      }
    }
    if (refused[call] == waits) {
      write(out, "HTTP/1.1 200 Fine\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    refused[call]++;
    long before = System.nanoTime();
    Instant now = Instant.now();
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    switch (kind) {
      case QUARTER -> refuse(out, call, before + 250_000_000L, "0.25");
      case SECOND -> refuse(out, call, before + 1_000_000_000L, "1");
      case DATE -> {
        Instant date = second.plusSeconds(2);
        refuse(out, call, before + ChronoUnit.NANOS.between(now, date), HTTP_DATE.format(date));
      }
      case DATED -> {
        String date = HTTP_DATE.format(second.plusSeconds(1));
        String dated = date + "\r\nDate: " + HTTP_DATE.format(second);
        refuse(out, call, before + 1_000_000_000L, dated);
      }
    }
  }

  private void refuse(OutputStream out, int call, long until, String retryAfter)
      throws IOException {
    due[call] = until;
    write(
        out, "HTTP/1.1 503 Later\r\nContent-Length: 0\r\nRetry-After: " + retryAfter + "\r\n\r\n");
  }

  private static void write(OutputStream out, String reply) throws IOException {
    out.write(reply.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
