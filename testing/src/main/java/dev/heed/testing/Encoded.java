package dev.heed.testing;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text as it stands in URIs and forms. What is not well-formed is taken as it is. */
final class Encoded {

  private static final String HEX = "0123456789ABCDEF";

  private Encoded() {}

  /** A part of a path, decoded. */
  static String path(String raw) {
    // A plus is a plus in a path, and a blank in a form.
    return form(raw.replace("+", "%2B"));
  }

  private static String form(String raw) {
    try {
      return URLDecoder.decode(raw, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return raw;
    }
  }

  /** The decoded pairs of a query or a form, in their order, as {@code name=value}. */
  static List<Pair> pairs(@Nullable String raw) {
    List<Pair> pairs = new ArrayList<>();
    if (raw == null || raw.isEmpty()) {
      return pairs;
    }
    for (String part : raw.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      pairs.add(new Pair(form(name), form(value)));
    }
    return pairs;
  }

  /** A name and a value of a query or a form. */
  record Pair(String name, String value) {

    @Override
    public String toString() {
      return name + "=" + value;
    }
  }

  /**
   * A URI as a client has sent it: what may not stand in one is escaped.
   *
   * @throws IllegalArgumentException when it is no URI even so
   */
  static URI uri(String sent) {
    StringBuilder text = new StringBuilder(sent.length());
    for (byte b : sent.getBytes(StandardCharsets.ISO_8859_1)) {
      char c = (char) (b & 0xff);
      if (c <= ' ' || c > '~' || "\"<>\\^`{|}".indexOf(c) >= 0) {
        text.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      } else {
        text.append(c);
      }
    }
    return URI.create(text.toString());
  }
}
