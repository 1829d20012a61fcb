package dev.heed.conformance;

/** The version of HTTP that a client speaks in a test. */
public enum Protocol {
  /** HTTP/1.1 in the clear. */
  HTTP_1_1,
  /** HTTP/2, over TLS and chosen by ALPN. */
  HTTP_2
}
