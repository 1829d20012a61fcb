package dev.heed.delivery.json;

import java.io.IOException;

/** Bytes that are not JSON; the message says from where on. */
public final class MalformedJsonException extends IOException {

  private static final long serialVersionUID = 1;

  /** With a message that names the place. */
  public MalformedJsonException(String message) {
    super(message);
  }
}
