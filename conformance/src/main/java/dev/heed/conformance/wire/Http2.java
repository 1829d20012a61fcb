package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Serves one connection of HTTP/2: reads its frames; each request is answered on its own thread.
 */
final class Http2 {

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final WireServer server;
  private final Connection connection;
  private final DataInputStream in;
  private final Frames frames;
  private final ClientState state = new ClientState();
  private final Hpack hpack = new Hpack();
  private final Map<Integer, Http2Wire> streams = new ConcurrentHashMap<>();
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private boolean last;

  Http2(WireServer server, Connection connection) throws IOException {
    this.server = server;
    this.connection = connection;
    this.in = new DataInputStream(connection.in());
    this.frames = new Frames(connection.out());
  }

  void serve() throws InterruptedException {
    try {
      if (!begin()) {
        return;
      }
      for (int first = in.read(); first >= 0; first = in.read()) {
        readFrame(first, Watch.now());
      }
    } catch (IOException e) {
      // The client has gone, or a reply has closed the connection.
      lost();
      return;
    }
    lost();
  }

  private void lost() {
    streams.values().forEach(Http2Wire::lost);
    connection.lost();
  }

  /** Whether the client has agreed to HTTP/2. */
  private boolean begin() throws IOException, InterruptedException {
    in.mark(PREFACE.length());
    int first = in.read();
    long at = Watch.now();
    if (first < 0) {
      throw new EOFException("nothing came");
    }
    if (first == 'P' && isPreface(in.readNBytes(PREFACE.length() - 1))) {
      frames.settings();
      return true;
    }
    in.reset();
    return upgrade(in.read(), at);
  }

  private static boolean isPreface(byte[] rest) {
    return PREFACE.endsWith(new String(rest, US_ASCII));
  }

  private boolean upgrade(int first, long at) throws IOException, InterruptedException {
    Heads heads = new Heads(in, connection.number());
    Seen request = heads.read(first, at);
    if (!request.values("Upgrade").contains("h2c")) {
      new Http1(server, connection, in).serveFrom(request);
      return false;
    }
    Seen upgraded = request.onStream(1);
    upgraded.body(heads.readBody(request));
    frames.upgrade();
    frames.settings();
    in.readNBytes(PREFACE.length());
    open(upgraded);
    return true;
  }

  private void open(Seen request) {
    Http2Wire wire = new Http2Wire(connection, frames, state, request);
    streams.put(request.stream(), wire);
    server.answer(connection, wire);
  }

  private void readFrame(int first, long at) throws IOException {
    int length = (first << 16) | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    byte[] payload = new byte[length];
    in.readFully(payload);
    switch (type) {
      case Frames.DATA -> readData(stream, flags, payload);
      case Frames.HEADERS -> readHeaders(stream, flags, payload, at);
      case Frames.CONTINUATION -> readBlock(stream, flags, payload, at);
      case Frames.RST_STREAM -> ifOpen(stream, Http2Wire::lost);
      case Frames.SETTINGS -> readSettings(flags, payload);
      case Frames.PING -> readPing(flags, payload);
      case Frames.WINDOW_UPDATE -> {
        state.grow(stream, number(payload, 0));
        connection.watch().changed();
      }
      default -> {
        // Priorities and goodbyes change nothing here.
      }
    }
  }

  private void ifOpen(int stream, Consumer<Http2Wire> action) {
    Http2Wire wire = streams.get(stream);
    if (wire != null) {
      action.accept(wire);
    }
  }

  private void readData(int stream, int flags, byte[] payload) throws IOException {
    byte[] bytes = unpadded(flags, payload, 0);
    ifOpen(stream, wire -> wire.receive(bytes));
    if (payload.length > 0) {
      frames.windowUpdate(0, payload.length);
      frames.windowUpdate(stream, payload.length);
    }
    endIfLast(stream, flags);
  }

  private void endIfLast(int stream, int flags) {
    if ((flags & Frames.END_STREAM) != 0) {
      ifOpen(stream, Http2Wire::receivedAll);
    }
  }

  private static byte[] unpadded(int flags, byte[] payload, int skip) {
    boolean padded = (flags & Frames.PADDED) != 0;
    int from = skip + (padded ? 1 : 0);
    int to = payload.length - (padded ? payload[0] & 0xff : 0);
    return Arrays.copyOfRange(payload, from, to);
  }

  private void readHeaders(int stream, int flags, byte[] payload, long at) throws IOException {
    last = (flags & Frames.END_STREAM) != 0;
    int skip = (flags & Frames.PRIORITY) == 0 ? 0 : 5;
    readBlock(stream, flags, unpadded(flags, payload, skip), at);
  }

  private void readBlock(int stream, int flags, byte[] part, long at) throws IOException {
    block.writeBytes(part);
    if ((flags & Frames.END_HEADERS) == 0) {
      return;
    }
    List<Field> fields = hpack.read(block.toByteArray());
    block.reset();
    if (!streams.containsKey(stream)) {
      open(request(stream, at, fields));
    }
    endIfLast(stream, last ? Frames.END_STREAM : 0);
  }

  private Seen request(int stream, long at, List<Field> fields) {
    String method = "";
    String target = "";
    List<String> plain = new ArrayList<>();
    for (Field field : fields) {
      switch (field.name()) {
        case ":method" -> method = field.value();
        case ":path" -> target = field.value();
        default -> {
          if (!field.name().startsWith(":")) {
            plain.add(field.toString());
          }
        }
      }
    }
    return new Seen(connection.number(), stream, at, method + " " + target, plain);
  }

  private void readSettings(int flags, byte[] payload) throws IOException {
    if ((flags & Frames.ACK) != 0) {
      return;
    }
    for (int at = 0; at < payload.length; at += 6) {
      if (payload[at + 1] == INITIAL_WINDOW_SIZE) {
        state.initial(number(payload, at + 2));
      }
    }
    frames.acknowledge(Frames.SETTINGS, new byte[0]);
    connection.watch().changed();
  }

  private void readPing(int flags, byte[] payload) throws IOException {
    if ((flags & Frames.ACK) == 0) {
      frames.acknowledge(Frames.PING, payload);
    } else {
      state.ponged();
      connection.watch().changed();
    }
  }

  private static int number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).getInt(at);
  }
}
