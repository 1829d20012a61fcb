package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** One request on a connection of HTTP/1.1. */
final class Http1Wire implements Wire, Scripted {

  private static final long NO_LENGTH = -1;
  private static final long CHUNKED = -2;

  private final Connection connection;
  private final Seen request;
  private final OutputStream out;
  private volatile boolean bodyWanted;
  private long promised = NO_LENGTH;
  private boolean bodiless;

  Http1Wire(Connection connection, Seen request) throws IOException {
    this.connection = connection;
    this.request = request;
    this.out = connection.out();
  }

  @Override
  public Seen request() {
    return request;
  }

  /** Whether the reply wants the body read; waits until it is known. */
  boolean awaitBodyWanted() throws InterruptedException {
    connection.watch().await(() -> bodyWanted || request.isDone());
    return bodyWanted;
  }

  @Override
  public void abandon() {
    connection.close();
  }

  @Override
  public Wire readBody() throws IOException {
    bodyWanted = true;
    connection.watch().changed();
    await(() -> request.isComplete() || !connection.isOpen());
    if (!request.isComplete()) {
      throw new IOException("the client has gone in the middle of a body");
    }
    return this;
  }

  private void await(BooleanSupplier condition) throws IOException {
    try {
      connection.watch().await(condition);
    } catch (InterruptedException e) {
      throw closed(e);
    }
  }

  static IOException closed(InterruptedException cause) {
    return (IOException) new InterruptedIOException("the server was closed").initCause(cause);
  }

  @Override
  public Wire informational(int status, String... fields) throws IOException {
    write(text(status, fields));
    return this;
  }

  @Override
  public Wire head(int status, String... fields) throws IOException {
    promised = NO_LENGTH;
    for (String field : fields) {
      note(field.toLowerCase(Locale.ROOT));
    }
    bodiless = request.method().equals("HEAD") || status == 204 || status == 304;
    return answer(text(status, fields));
  }

  private void note(String field) {
    if (field.startsWith("content-length:")) {
      promised = Long.parseLong(field.substring("content-length:".length()).trim());
    } else if (field.startsWith("transfer-encoding:") && field.endsWith("chunked")) {
      promised = CHUNKED;
    }
  }

  private static String text(int status, String... fields) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Reason\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  @Override
  public Wire body(String text) throws IOException {
    if (bodiless || text.isEmpty()) {
      return this;
    }
    request.wrote(text.length());
    write(promised == CHUNKED ? Integer.toHexString(text.length()) + "\r\n" + text + "\r\n" : text);
    return this;
  }

  @Override
  public Wire end() throws IOException {
    if (bodiless || promised == request.bodyWritten()) {
      return this;
    }
    if (promised == CHUNKED) {
      write("0\r\n\r\n");
    } else {
      connection.close();
    }
    return this;
  }

  @Override
  public Wire raw(String bytes) throws IOException {
    if (request.isAnswered()) {
      write(bytes);
      return this;
    }
    return answer(bytes);
  }

  private Wire answer(String bytes) throws IOException {
    // Before the write: the client cannot have seen it earlier, however the threads are scheduled.
    request.answered(Watch.now());
    connection.watch().changed();
    write(bytes);
    return this;
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public void reset() {
    connection.reset();
  }

  @Override
  public void resetStream(int code) {
    throw new IllegalStateException("a stream is reset on HTTP/2 only");
  }

  @Override
  public Wire goAway(int lastStream) {
    throw new IllegalStateException("GOAWAY is sent on HTTP/2 only");
  }

  @Override
  public Wire push(String target, String body) {
    throw new IllegalStateException("a reply is pushed on HTTP/2 only");
  }

  @Override
  public void awaitGone() throws IOException {
    await(() -> !connection.isOpen());
  }

  @Override
  public boolean isGoneWithin(Duration time) throws IOException {
    try {
      return connection.watch().await(() -> !connection.isOpen(), time);
    } catch (InterruptedException e) {
      throw closed(e);
    }
  }
}
