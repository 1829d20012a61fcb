package dev.heed.conformance;

/** A way to make calls: the style of the call and the protocol below it. */
public enum Mode {
  /** The caller's thread waits; HTTP/1.1. */
  BLOCKING_HTTP_1_1("blocking, HTTP/1.1", false, Protocol.HTTP_1_1),
  /** The caller's thread waits; HTTP/2. */
  BLOCKING_HTTP_2("blocking, HTTP/2", false, Protocol.HTTP_2),
  /** Nobody's thread waits; HTTP/1.1. */
  ASYNC_HTTP_1_1("asynchronous, HTTP/1.1", true, Protocol.HTTP_1_1),
  /** Nobody's thread waits; HTTP/2. */
  ASYNC_HTTP_2("asynchronous, HTTP/2", true, Protocol.HTTP_2);

  private final String text;
  private final boolean async;
  private final Protocol protocol;

  Mode(String text, boolean async, Protocol protocol) {
    this.text = text;
    this.async = async;
    this.protocol = protocol;
  }

  /** Whether calls are made with {@link Subject#start} and not with {@link Subject#send}. */
  public boolean isAsync() {
    return async;
  }

  /** What is spoken on the wire. */
  public Protocol protocol() {
    return protocol;
  }

  /** For people, as in {@code blocking, HTTP/2}. */
  @Override
  public String toString() {
    return text;
  }
}
