package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** One stream of a connection of HTTP/2. */
final class Http2Wire implements Wire, Scripted {

  private static final int FRAME = 16_384;
  private static final int INTERNAL_ERROR = 2;

  private final Connection connection;
  private final Frames frames;
  private final ClientState state;
  private final Seen request;
  private final int stream;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private volatile boolean lost;

  Http2Wire(Connection connection, Frames frames, ClientState state, Seen request) {
    this.connection = connection;
    this.frames = frames;
    this.state = state;
    this.request = request;
    this.stream = request.stream();
  }

  @Override
  public Seen request() {
    return request;
  }

  /** A part of the body has arrived. Called on the thread that reads. */
  void receive(byte[] bytes) {
    received.writeBytes(bytes);
  }

  void receivedAll() {
    request.body(received.toByteArray());
    connection.watch().changed();
  }

  /** The client has reset the stream, or the connection has ended. */
  void lost() {
    if (!request.isDone() && !connection.isClosedHere()) {
      request.cancelled(Watch.now());
    }
    lost = true;
    connection.watch().changed();
  }

  @Override
  public void abandon() {
    if (isGone()) {
      return;
    }
    try {
      resetStream(INTERNAL_ERROR);
    } catch (IOException e) {
      connection.close();
    }
  }

  private boolean isGone() {
    return lost || !connection.isOpen();
  }

  @Override
  public Wire readBody() throws IOException {
    await(() -> request.isComplete() || isGone());
    if (!request.isComplete()) {
      throw new IOException("the client has gone in the middle of a body");
    }
    return this;
  }

  private void await(BooleanSupplier condition) throws IOException {
    try {
      connection.watch().await(condition);
    } catch (InterruptedException e) {
      throw Http1Wire.closed(e);
    }
  }

  @Override
  public Wire informational(int status, String... fields) throws IOException {
    frames.headers(stream, block(status, fields));
    return this;
  }

  @Override
  public Wire head(int status, String... fields) throws IOException {
    // Before the write: the client cannot have seen it earlier, however the threads are scheduled.
    request.answered(Watch.now());
    connection.watch().changed();
    frames.headers(stream, block(status, fields));
    return this;
  }

  private static List<Field> block(int status, String... fields) {
    List<Field> block = new ArrayList<>();
    block.add(new Field(":status", Integer.toString(status)));
    for (String field : fields) {
      int colon = field.indexOf(':');
      String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
      block.add(new Field(name, field.substring(colon + 1).trim()));
    }
    return block;
  }

  @Override
  public Wire body(String text) throws IOException {
    byte[] bytes = text.getBytes(ISO_8859_1);
    int from = request.method().equals("HEAD") ? bytes.length : 0;
    while (from < bytes.length) {
      await(() -> state.room(stream) > 0 || isGone());
      checkThere();
      int length = state.take(stream, Math.min(FRAME, bytes.length - from));
      request.wrote(length);
      frames.data(stream, Arrays.copyOfRange(bytes, from, from + length));
      from += length;
    }
    return this;
  }

  private void checkThere() throws IOException {
    if (isGone()) {
      throw new IOException("the client has gone");
    }
  }

  @Override
  public Wire end() throws IOException {
    checkThere();
    frames.endStream(stream);
    return this;
  }

  @Override
  public Wire raw(String bytes) {
    throw new IllegalStateException("bytes past all rules are written on HTTP/1.1 only");
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
  public void resetStream(int code) throws IOException {
    frames.resetStream(stream, code);
  }

  @Override
  public Wire goAway(int lastStream) throws IOException {
    int before = state.pongs();
    frames.goAway(lastStream);
    frames.ping();
    await(() -> state.pongs() > before || isGone());
    return this;
  }

  @Override
  public Wire push(String target, String body) throws IOException {
    int promised = state.nextPushed();
    List<Field> get =
        List.of(
            new Field(":method", "GET"),
            new Field(":scheme", connection.isSecure() ? "https" : "http"),
            new Field(":authority", connection.authority()),
            new Field(":path", target));
    frames.pushPromise(stream, promised, get);
    frames.headers(promised, block(200));
    frames.data(promised, body.getBytes(ISO_8859_1));
    frames.endStream(promised);
    return this;
  }

  @Override
  public void awaitGone() throws IOException {
    await(this::isGone);
  }

  @Override
  public boolean isGoneWithin(Duration time) throws IOException {
    try {
      return connection.watch().await(this::isGone, time);
    } catch (InterruptedException e) {
      throw Http1Wire.closed(e);
    }
  }
}
