package dev.heed.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that sends exactly the bytes it is told to. */
final class RawClient implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  RawClient(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    in = socket.getInputStream();
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** The next bytes, as many as the text that is expected has. */
  String read(String expected) throws IOException {
    return new String(in.readNBytes(expected.length()), StandardCharsets.ISO_8859_1);
  }

  /** All that comes until the server closes the connection. */
  String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
