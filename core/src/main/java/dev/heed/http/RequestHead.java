package dev.heed.http;

import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The part of a request that decisions are made on: method, URI and header fields, never its body.
 *
 * <p>Implementations do not change while a call is running and are safe for use by several threads.
 */
public interface RequestHead {

  /** The method, exactly as the caller wrote it: methods are case-sensitive. */
  String method();

  /** The absolute URI. */
  URI uri();

  /** All header fields by name; look-ups by name are case-insensitive. Unmodifiable. */
  Map<String, List<String>> headers();

  /** All values of one field, in order; empty when absent. */
  default List<String> values(String name) {
    List<String> values = headers().get(name);
    return values == null ? List.of() : values;
  }
}
