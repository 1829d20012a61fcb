package dev.heed.conformance.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The socket of one connection, with or without TLS, and who has closed it. */
final class Connection {

  /** Little, so that what a client does not take is soon noticed. */
  private static final int SEND_BUFFER = 16 << 10;

  private final int number;
  private final Socket raw;
  private final Watch watch;
  private volatile Socket socket;
  private volatile boolean open = true;
  private volatile boolean closedHere;

  Connection(int number, Socket raw, Watch watch) {
    this.number = number;
    this.raw = raw;
    this.socket = raw;
    this.watch = watch;
  }

  void prepare() throws IOException {
    raw.setTcpNoDelay(true);
    raw.setSendBufferSize(SEND_BUFFER);
  }

  int number() {
    return number;
  }

  Watch watch() {
    return watch;
  }

  /**
   * Agrees on keys and on a protocol.
   *
   * @param alpn the names to choose from
   * @return the name that was chosen; empty for none
   */
  String secure(SSLContext context, String... alpn) throws IOException {
    // The plain socket stays ours: a reset must not be preceded by a goodbye.
    SSLSocket secured =
        (SSLSocket) context.getSocketFactory().createSocket(raw, "client", raw.getPort(), true);
    secured.setUseClientMode(false);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setApplicationProtocols(alpn);
    secured.setSSLParameters(parameters);
    socket = secured;
    secured.startHandshake();
    return secured.getApplicationProtocol();
  }

  boolean isSecure() {
    return socket instanceof SSLSocket;
  }

  /** Host and port, as clients name them. */
  String authority() {
    return "127.0.0.1:" + raw.getLocalPort();
  }

  InputStream in() throws IOException {
    return new BufferedInputStream(socket.getInputStream());
  }

  OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  boolean isOpen() {
    return open;
  }

  /** Whether this side has ended the connection. */
  boolean isClosedHere() {
    return closedHere;
  }

  /** The client has ended the connection. */
  void lost() {
    end(socket);
  }

  /** Ends the connection in good order. */
  void close() {
    closedHere |= open;
    end(socket);
  }

  /** Ends the connection with a reset. */
  void reset() {
    closedHere |= open;
    try {
      raw.setSoLinger(true, 0);
    } catch (IOException e) {
      // Closed already: there is nothing to reset.
      return;
    }
    end(raw);
  }

  private void end(Socket last) {
    open = false;
    IOException failure = tryClose(last);
    // A goodbye of TLS that could not be written leaves the socket open.
    IOException second = tryClose(raw);
    watch.changed();
    if (second != null) {
      throw new UncheckedIOException("a socket could not be closed: " + failure, second);
    }
  }

  private static @Nullable IOException tryClose(Socket socket) {
    try {
      socket.close();
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
