package dev.heed.conformance.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/**
 * What a {@link WireServer} does with one request. Ready-made ones read the whole request first;
 * they read as a sentence:
 *
 * <pre>{@code
 * Reply.busy()
 * Reply.head(200, "Content-Length: 8").body("half").thenReset()
 * }</pre>
 *
 * <p>Stateless, so that one can serve many requests at once. Anything it throws, other than an
 * {@link IOException}, fails the test when the server is closed.
 */
@FunctionalInterface
public interface Reply {

  /** Does it. */
  void on(Wire wire) throws IOException;

  /** This one, then another. */
  default Reply then(Reply next) {
    return wire -> {
      on(wire);
      next.on(wire);
    };
  }

  /** A whole reply with a Content-Length; the connection stays usable. */
  static Reply of(int status, String body, String... fields) {
    String[] all = Arrays.copyOf(fields, fields.length + 1);
    all[fields.length] = "Content-Length: " + body.length();
    return head(status, all).body(body).thenEnd();
  }

  /** 200 and a body. */
  static Reply ok(String body) {
    return of(200, body);
  }

  /** A 503 with the body "busy" that asks for no wait. */
  static Reply busy() {
    return busy("0");
  }

  /** A 503 with the body "busy" and this {@code Retry-After}. */
  static Reply busy(String retryAfter) {
    return of(503, "busy", "Retry-After: " + retryAfter);
  }

  /** A redirect with an empty body. */
  static Reply redirect(int status, String location) {
    return of(status, "", "Location: " + location);
  }

  /** An informational head, such as 103; a final reply is to follow. */
  static Reply informational(int status, String... fields) {
    return wire -> wire.readBody().informational(status, fields);
  }

  /**
   * A head exactly as it is said: no field is added. The body is to follow.
   *
   * @param fields as {@code Name: value}
   */
  static Reply head(int status, String... fields) {
    String[] copy = fields.clone();
    return wire -> wire.readBody().head(status, copy);
  }

  /** Nothing until the latch is open; a head is to follow. */
  static Reply after(CountDownLatch latch) {
    return wire -> {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw (IOException) new InterruptedIOException("the server was closed").initCause(e);
      }
    };
  }

  /** Bytes past all rules, on HTTP/1.1. */
  static Reply raw(String bytes) {
    return wire -> wire.readBody().raw(bytes);
  }

  /** A whole reply whose body ends before the length that its head promises. */
  static Reply truncated(int status, String body, int promised, String... fields) {
    String[] all = Arrays.copyOf(fields, fields.length + 1);
    all[fields.length] = "Content-Length: " + promised;
    return head(status, all).body(body).thenEnd();
  }

  /** Nothing at all, until the client goes. */
  static Reply stall() {
    return wire -> wire.readBody().awaitGone();
  }

  /** The connection is closed in good order before a head is written. */
  static Reply close() {
    return wire -> wire.readBody().close();
  }

  /** The connection is reset before a head is written. */
  static Reply reset() {
    return wire -> wire.readBody().reset();
  }

  /** On HTTP/2: the stream ends with an error code before a head is written. */
  static Reply resetStream(int code) {
    return wire -> wire.readBody().resetStream(code);
  }

  /** On HTTP/2: the stream was not processed (REFUSED_STREAM, RFC 9113, section 8.7). */
  static Reply refusedStream() {
    return resetStream(7);
  }

  /** On HTTP/2: says goodbye, and that neither this stream nor a later one was processed. */
  static Reply goAway() {
    return wire -> wire.readBody().goAway(wire.request().stream() - 2);
  }

  /**
   * On HTTP/2: a whole reply to a {@code GET} that the client has not made (RFC 9113, section 8.4);
   * the reply to its own request is to follow.
   */
  static Reply push(String target, String body) {
    return wire -> wire.readBody().push(target, body);
  }

  /** Then a part of the body. */
  default Reply body(String text) {
    return then(wire -> wire.body(text));
  }

  /** Then the body ends, as {@link Wire#end} says. */
  default Reply thenEnd() {
    return then(Wire::end);
  }

  /** Then the connection is closed in good order. */
  default Reply thenClose() {
    return then(Wire::close);
  }

  /** Then the connection is reset. */
  default Reply thenReset() {
    return then(Wire::reset);
  }

  /** On HTTP/2: then the stream ends with an error code. */
  default Reply thenResetStream(int code) {
    return then(wire -> wire.resetStream(code));
  }

  /** On HTTP/2: then a goodbye, with this stream as the last one that was processed. */
  default Reply thenGoAway() {
    return then(wire -> wire.goAway(wire.request().stream()));
  }

  /** Then nothing, until the client goes. */
  default Reply thenStall() {
    return then(Wire::awaitGone);
  }

  /** Then one byte of the body every so often, until the client goes. */
  default Reply thenTrickle(Duration every) {
    return then(
        wire -> {
          while (!wire.isGoneWithin(every)) {
            wire.body(".");
          }
        });
  }

  /** Then a body without an end, as fast as the client takes it. */
  default Reply thenEndless() {
    String block = "x".repeat(16 << 10);
    return then(
        wire -> {
          while (!wire.request().isCancelled()) {
            wire.body(block);
          }
        });
  }

  /** Then nothing until the latch is open. */
  default Reply thenAwait(CountDownLatch latch) {
    return then(after(latch));
  }
}
