package dev.heed.jdk;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** What a {@link WireServer} does with one request, whose head it has read. */
@FunctionalInterface
interface Reply {

  void on(Wire wire) throws IOException;

  /** A whole reply with a Content-Length; the connection stays usable. */
  static Reply of(int status, String body, String... fields) {
    return exactly(head(status, "Content-Length: " + body.length(), fields) + body);
  }

  /** 200, or what a refusing server says. */
  static Reply ok(String body) {
    return of(200, body);
  }

  /** A 503 that asks for no wait. */
  static Reply busy() {
    return of(503, "busy", "Retry-After: 0");
  }

  static Reply redirect(int status, String location) {
    return of(status, "", "Location: " + location);
  }

  static String head(int status, String field, String... fields) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Reason\r\n");
    head.append(field).append("\r\n");
    for (String more : fields) {
      head.append(more).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  /** These bytes. */
  static Reply exactly(String bytes) {
    return wire -> wire.readBody().write(bytes);
  }

  /** These bytes, then the connection ends in good order. */
  static Reply thenClose(String bytes) {
    return wire -> wire.readBody().write(bytes).close();
  }

  /** These bytes, then a reset. */
  static Reply thenReset(String bytes) {
    return wire -> wire.readBody().write(bytes).reset();
  }

  /** These bytes, then nothing until the client closes. */
  static Reply thenStall(String bytes) {
    return wire -> wire.readBody().write(bytes).awaitClosed();
  }

  /** These bytes, then more when the test says so. */
  static Reply thenLater(String bytes, CountDownLatch latch, String rest) {
    return wire -> {
      wire.readBody().write(bytes);
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      wire.more(rest);
    };
  }

  /** These bytes, then one byte every so often until the client closes. */
  static Reply thenTrickle(String bytes, int everyMillis) {
    return wire -> {
      wire.readBody().write(bytes);
      while (!wire.isClosedWithin(everyMillis)) {
        wire.more(".");
      }
      wire.close();
    };
  }

  /** These bytes, then a body without an end. */
  static Reply endless(String bytes) {
    return wire -> {
      wire.readBody().write(bytes);
      String block = "x".repeat(16 << 10);
      for (; ; ) {
        wire.more(block);
      }
    };
  }

  /** Nothing at all, until the client closes. */
  static Reply stall() {
    return thenStall("");
  }

  /** A reset before the head. */
  static Reply reset() {
    return wire -> wire.readBody().reset();
  }
}
