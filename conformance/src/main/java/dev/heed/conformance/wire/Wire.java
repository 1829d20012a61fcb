package dev.heed.conformance.wire;

import java.io.IOException;
import java.time.Duration;

/**
 * One request and the way back to its client, as a {@link Reply} uses it, on a thread of its own.
 *
 * <p>An {@link IOException} means that the client has gone; a reply lets it through. Text is
 * written as ISO-8859-1.
 */
public sealed interface Wire permits Http1Wire, Http2Wire {

  /** The request. */
  Seen request();

  /** Waits until the body of the request has arrived. */
  Wire readBody() throws IOException;

  /** Writes an informational head (RFC 9110, section 15.2); a final one follows. */
  Wire informational(int status, String... fields) throws IOException;

  /**
   * Writes a head exactly as it is said: no field is added.
   *
   * @param fields as {@code Name: value}
   */
  Wire head(int status, String... fields) throws IOException;

  /**
   * Writes bytes of the body, as many as fit at a time. In chunks if the head said so; nothing if
   * the request is a {@code HEAD}.
   */
  Wire body(String text) throws IOException;

  /**
   * Says that the body ends here. Where HTTP/1.1 cannot say it, because the head promised another
   * length or none, the connection is closed.
   */
  Wire end() throws IOException;

  /**
   * Writes bytes past all rules; the first ones count as the head, if there was none.
   *
   * @throws IllegalStateException on HTTP/2
   */
  Wire raw(String bytes) throws IOException;

  /** Closes the connection in good order. */
  void close();

  /** Ends the connection with a TCP reset. */
  void reset();

  /**
   * Ends the stream with an error code (RFC 9113, section 7).
   *
   * @throws IllegalStateException on HTTP/1.1
   */
  void resetStream(int code) throws IOException;

  /**
   * Announces that the connection takes no more streams (RFC 9113, section 6.8), and waits until
   * the client has read it.
   *
   * @param lastStream the last one that was processed, or may have been
   * @throws IllegalStateException on HTTP/1.1
   */
  Wire goAway(int lastStream) throws IOException;

  /**
   * Promises and sends a whole reply, with a status of 200, to a {@code GET} that the client has
   * not made (RFC 9113, section 8.4).
   *
   * @throws IllegalStateException on HTTP/1.1
   */
  Wire push(String target, String body) throws IOException;

  /** Waits until the client has closed the connection or reset the stream. */
  void awaitGone() throws IOException;

  /** Whether the client closes the connection, or resets the stream, within this time. */
  boolean isGoneWithin(Duration time) throws IOException;
}
