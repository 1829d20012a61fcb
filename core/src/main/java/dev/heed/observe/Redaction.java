package dev.heed.observe;

import java.net.URI;

/** Makes a URI fit for logs and reports: no user info, no query, no fragment. */
public final class Redaction {

  private Redaction() {}

  /**
   * Scheme, host, port and path of a URI. A query is shown as {@code ?...}, since it may hold keys
   * and personal data.
   */
  public static String place(URI uri) {
    StringBuilder text = new StringBuilder();
    if (uri.getScheme() != null) {
      text.append(uri.getScheme()).append("://");
    }
    if (uri.getHost() != null) {
      text.append(uri.getHost());
    }
    if (uri.getPort() >= 0) {
      text.append(':').append(uri.getPort());
    }
    if (uri.getRawPath() != null) {
      text.append(uri.getRawPath());
    }
    if (uri.getRawQuery() != null) {
      text.append("?...");
    }
    return text.toString();
  }
}
