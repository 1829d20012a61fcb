package dev.heed.http;

/** What RFC 9110, section 9.2, says of the registered methods. Names are case-sensitive. */
public final class HttpMethods {

  private HttpMethods() {}

  /** Methods that ask for no change on the server: GET, HEAD, OPTIONS, TRACE. */
  public static boolean isSafe(String method) {
    return switch (method) {
      case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
      default -> false;
    };
  }

  /** Safe methods, PUT, DELETE and QUERY: sending twice has the effect of sending once. */
  public static boolean isIdempotent(String method) {
    return switch (method) {
      case "PUT", "DELETE", "QUERY" -> true;
      default -> isSafe(method);
    };
  }
}
