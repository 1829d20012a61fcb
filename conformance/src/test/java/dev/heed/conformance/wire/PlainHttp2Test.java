package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 frame by frame, as clients may speak it that are not the JDK's. */
class PlainHttp2Test {

  /** GET / to www.example.com: RFC 7541, appendix C.4.1. */
  private static final byte[] GET = HexFormat.of().parseHex("828684418cf1e3c2e5f23a6ba0ab90f4ff");

  private static final int HEADERS_OF_ALL = Frames.END_HEADERS | Frames.END_STREAM;

  private final WireServer server =
      WireServer.speaking(WireProtocol.HTTP_2, Reply.ok("x".repeat(25)));
  private Socket socket;
  private DataInputStream in;

  @BeforeEach
  void connectByPriorKnowledge() throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    server.close();
  }

  private void write(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt((payload.length << 8) | type).put((byte) flags).putInt(stream).put(payload);
    OutputStream out = socket.getOutputStream();
    out.write(frame.array());
    out.flush();
  }

  /** Reads frames up to one of this type on this stream. */
  private byte[] read(int type, int stream) throws IOException {
    for (; ; ) {
      int head = in.readInt();
      in.readByte();
      int on = in.readInt();
      byte[] payload = in.readNBytes(head >>> 8);
      if ((head & 0xff) == type && on == stream) {
        return payload;
      }
    }
  }

  @Test
  void requestByPriorKnowledgeIsAnswered() throws IOException {
    write(Frames.SETTINGS, 0, 0, new byte[0]);
    write(Frames.HEADERS, HEADERS_OF_ALL, 1, GET);
    assertThat(new Hpack().read(read(Frames.HEADERS, 1)))
        .containsExactly(new Field(":status", "200"), new Field("content-length", "25"));
    assertThat(read(Frames.DATA, 1)).hasSize(25);
    assertThat(server.seen(1)).hasToString("GET / on connection 1, stream 1");
  }

  @Test
  void headMayComeInPiecesAndPadded() throws IOException {
    ByteArrayOutputStream padded = new ByteArrayOutputStream();
    padded.write(3);
    padded.write(new byte[5]);
    padded.write(GET, 0, 4);
    padded.write(new byte[3]);
    int flags = Frames.PADDED | Frames.PRIORITY | Frames.END_STREAM;
    write(Frames.HEADERS, flags, 1, padded.toByteArray());
    byte[] rest = new byte[GET.length - 4];
    System.arraycopy(GET, 4, rest, 0, rest.length);
    write(Frames.CONTINUATION, Frames.END_HEADERS, 1, rest);
    assertThat(read(Frames.DATA, 1)).hasSize(25);
  }

  @Test
  void serverSendsNoMoreThanTheClientAllows() throws IOException {
    byte[] windowOfTen = HexFormat.of().parseHex("00040000000a");
    write(Frames.SETTINGS, 0, 0, windowOfTen);
    write(Frames.HEADERS, HEADERS_OF_ALL, 1, GET);
    assertThat(read(Frames.DATA, 1)).hasSize(10);
    assertThat(server.seen(1).bodyWritten()).isEqualTo(10);
    write(Frames.WINDOW_UPDATE, 0, 1, ByteBuffer.allocate(4).putInt(100).array());
    assertThat(read(Frames.DATA, 1)).hasSize(15);
  }

  @Test
  void pingIsAnswered() throws IOException {
    byte[] payload = "12345678".getBytes(US_ASCII);
    write(Frames.PING, 0, 0, payload);
    assertThat(read(Frames.PING, 0)).isEqualTo(payload);
  }

  @Test
  void resetOfAStreamIsACancel() throws IOException {
    byte[] windowOfTen = HexFormat.of().parseHex("00040000000a");
    write(Frames.SETTINGS, 0, 0, windowOfTen);
    write(Frames.HEADERS, HEADERS_OF_ALL, 1, GET);
    read(Frames.DATA, 1);
    write(Frames.RST_STREAM, 0, 1, new byte[4]);
    server.awaitCancelled(1);
    assertThat(server.open()).isEqualTo(1);
  }
}
