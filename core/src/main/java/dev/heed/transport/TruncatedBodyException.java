package dev.heed.transport;

import java.io.IOException;

/** A response body ended before the length that its head had promised (RFC 9112, section 8). */
public final class TruncatedBodyException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * A body that was cut.
   *
   * @param expected the value of Content-Length
   * @param received bytes that arrived
   */
  public TruncatedBodyException(long expected, long received) {
    super("the body ended after " + received + " of " + expected + " bytes");
  }
}
