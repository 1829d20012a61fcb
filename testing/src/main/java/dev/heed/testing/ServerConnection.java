package dev.heed.testing;

import dev.heed.testing.RequestReader.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Serves one connection, request by request, until one side has had enough. */
final class ServerConnection {

  /** What nobody retries, so that a test sees it at once. */
  private static final int NOT_IMPLEMENTED = 501;

  private static final int BAD_REQUEST = 400;

  private final Wire wire;
  private final RequestReader reader;
  private final Script script;
  private final Arrivals arrivals;

  ServerConnection(Wire wire, RequestReader reader, Script script, Arrivals arrivals) {
    this.wire = wire;
    this.reader = reader;
    this.script = script;
    this.arrivals = arrivals;
  }

  void serve() {
    try {
      boolean open = true;
      while (open) {
        Request request = reader.next();
        open = request != null && answer(request);
      }
    } catch (Wire.BadRequest e) {
      script.problem("a request that cannot be read: " + e.getMessage());
      refuse(BAD_REQUEST, String.valueOf(e.getMessage()), true);
    } catch (IOException e) {
      // The client, or the close of this server, has ended the connection.
    } finally {
      wire.close();
    }
  }

  private void refuse(int status, String why, boolean hasBody) {
    try {
      send(Reply.text(status, why), hasBody, false);
    } catch (IOException e) {
      // Nobody is left to be told.
    }
  }

  /** Whether the connection can be used again. */
  private boolean answer(Request request) throws IOException {
    Script.Answer answer;
    try {
      answer = script.receive(before -> arrivals.arrive(before, request.incoming(), 0, 0));
    } catch (AssertionError | IllegalStateException e) {
      refuse(NOT_IMPLEMENTED, String.valueOf(e.getMessage()), hasBody(request));
      return false;
    }
    try {
      return give(answer.reply(), request, answer.request());
    } catch (IOException e) {
      answer.request().abandon();
      throw e;
    }
  }

  private static boolean hasBody(Request request) {
    return !request.incoming().method.equals("HEAD");
  }

  private boolean give(Reply reply, Request request, RecordedRequest recorded) throws IOException {
    if (!wire.pause(reply.pace().delay())) {
      recorded.abandon();
      return false;
    }
    Ending ending = reply.ending();
    if (ending.hasHead()) {
      boolean hasBody = hasBody(request);
      boolean goesOn =
          request.keepAlive() && (ending.isWhole() || !hasBody) && lengthIsRight(reply);
      if (!send(reply, hasBody, goesOn)) {
        recorded.abandon();
        return false;
      }
      if (goesOn || !hasBody) {
        return goesOn;
      }
    }
    end(ending.kind(), recorded);
    return false;
  }

  /** A test may give another length than the body has; the connection cannot go on after that. */
  private static boolean lengthIsRight(Reply reply) {
    return reply.lines().stream()
        .filter(line -> line.name().equalsIgnoreCase("Content-Length"))
        .allMatch(line -> line.value().equals(Integer.toString(reply.content().body.length)));
  }

  private void end(Ending.Kind kind, RecordedRequest recorded) throws IOException {
    switch (kind) {
      case STALL -> {
        wire.awaitEnd();
        recorded.abandon();
      }
      case CUT -> wire.cut();
      case RESET, FAIL -> wire.reset();
      default -> wire.close();
    }
  }

  /** Sends head and body; false when the connection has ended in between. */
  private boolean send(Reply reply, boolean hasBody, boolean goesOn) throws IOException {
    byte[] head = head(reply, goesOn).getBytes(StandardCharsets.ISO_8859_1);
    int end = hasBody ? reply.end() : 0;
    int first = reply.pace().trickles() ? Math.min(reply.pace().chunk(), end) : end;
    byte[] together = new byte[head.length + first];
    System.arraycopy(head, 0, together, 0, head.length);
    System.arraycopy(reply.content().body, 0, together, head.length, first);
    wire.write(together, 0, together.length);
    for (int at = first; at < end; at += reply.pace().chunk()) {
      if (!wire.pause(reply.pace().every())) {
        return false;
      }
      wire.write(reply.content().body, at, Math.min(end, at + reply.pace().chunk()));
    }
    return true;
  }

  private static String head(Reply reply, boolean goesOn) {
    StringBuilder head = new StringBuilder();
    head.append("HTTP/1.1 ").append(reply.content().status).append(" \r\n");
    List<Heads.Line> lines = reply.lines();
    lines.forEach(line -> head.append(line).append("\r\n"));
    if (!goesOn && reply.ending().isWhole()) {
      head.append("Connection: close\r\n");
    }
    return head.append("\r\n").toString();
  }
}
