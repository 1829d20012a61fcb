package dev.heed.http;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a response that decisions are made on: its status and header fields, never its body.
 *
 * <p>Implementations are immutable or at least stable while a call is running, and safe for use by
 * several threads.
 */
public interface ResponseHead {

  /** The status code, 100 to 999 as the server sent it. */
  int status();

  /**
   * All field lines with this name, in the order received, each as it was sent.
   *
   * @param name the field name, in any letter case
   * @return the values; empty when the field is absent; never null
   */
  List<String> values(String name);

  /** The head of a response of the JDK's HTTP client. */
  static ResponseHead of(HttpResponse<?> response) {
    return new JdkResponseHead(response.statusCode(), response.headers());
  }

  /** The head that a body handler of the JDK's HTTP client is shown. */
  static ResponseHead of(HttpResponse.ResponseInfo info) {
    return new JdkResponseHead(info.statusCode(), info.headers());
  }

  /**
   * A head made of plain data, for tests and for hosts without a header type of their own.
   *
   * @param status the status code
   * @param headers field values by name, in any letter case; copied
   */
  static ResponseHead of(int status, Map<String, ? extends List<String>> headers) {
    TreeMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    return new MapResponseHead(status, copy);
  }
}
