package dev.heed.conformance.wire;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves one connection of HTTP/1.1. The thread that reads goes on reading while a reply is under
 * way, so that it notices at once when the client goes.
 */
final class Http1 {

  private final WireServer server;
  private final Connection connection;
  private final InputStream in;
  private final Heads heads;
  private @Nullable Seen current;

  Http1(WireServer server, Connection connection, InputStream in) {
    this.server = server;
    this.connection = connection;
    this.in = in;
    this.heads = new Heads(in, connection.number());
  }

  void serve() throws InterruptedException {
    try {
      for (int first = in.read(); first >= 0; first = in.read()) {
        long at = Watch.now();
        Http1Wire wire = new Http1Wire(connection, heads.read(first, at));
        awaitDone();
        begin(wire);
      }
    } catch (IOException e) {
      // The client has gone, or the reply has closed the connection.
      gone();
      return;
    }
    gone();
  }

  /** Serves a connection whose first request has been read: a client that wants no HTTP/2. */
  void serveFrom(Seen first) throws IOException, InterruptedException {
    begin(new Http1Wire(connection, first));
    serve();
  }

  private void begin(Http1Wire wire) throws IOException, InterruptedException {
    current = wire.request();
    server.answer(connection, wire);
    if (wire.awaitBodyWanted()) {
      wire.request().body(heads.readBody(wire.request()));
      connection.watch().changed();
    }
  }

  /** A client that sends its next request early waits until the one before is answered. */
  private void awaitDone() throws InterruptedException {
    Seen before = current;
    if (before != null) {
      connection.watch().await(before::isDone);
    }
  }

  private void gone() {
    Seen last = current;
    if (last != null && !last.isDone() && !connection.isClosedHere()) {
      last.cancelled(Watch.now());
    }
    connection.lost();
  }
}
