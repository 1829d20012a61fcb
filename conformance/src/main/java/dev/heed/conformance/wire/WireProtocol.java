package dev.heed.conformance.wire;

/**
 * What a {@link WireServer} speaks. As with real servers, a client that does not ask for HTTP/2
 * gets HTTP/1.1; {@link Seen#stream} tells.
 */
public enum WireProtocol {
  /** HTTP/1.1 in the clear. */
  HTTP_1,
  /** HTTP/1.1 over TLS. */
  HTTP_1_TLS,
  /** HTTP/2 in the clear, by prior knowledge or by an upgrade (RFC 7540, sections 3.2 and 3.4). */
  HTTP_2,
  /** HTTP/2 over TLS, agreed on by ALPN (RFC 7301). */
  HTTP_2_TLS;

  /** Whether connections are encrypted. */
  public boolean isSecure() {
    return this == HTTP_1_TLS || this == HTTP_2_TLS;
  }

  /** Whether one connection carries many requests at once. */
  public boolean isMultiplexed() {
    return this == HTTP_2 || this == HTTP_2_TLS;
  }

  String scheme() {
    return isSecure() ? "https" : "http";
  }

  /** The names that are offered by ALPN, the best first. */
  String[] alpn() {
    return isMultiplexed() ? new String[] {"h2", "http/1.1"} : new String[] {"http/1.1"};
  }
}
