package dev.heed.segment;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Addresses of the service. */
final class Endpoint {

  private Endpoint() {}

  /**
   * What is wrong with the address of a host.
   *
   * @param what the address is for
   */
  static Optional<String> flaw(String what, URI host) {
    if (!isHttp(host)) {
      return Optional.of(what + " must be absolute, with http or https and a host name: " + host);
    }
    boolean plain =
        host.getRawUserInfo() == null
            && host.getRawQuery() == null
            && host.getRawFragment() == null;
    return plain
        ? Optional.empty()
        : Optional.of(what + " must have neither credentials nor a query nor a fragment");
  }

  static boolean isHttp(URI uri) {
    return List.of("http", "https").contains(scheme(uri)) && uri.getHost() != null;
  }

  static String scheme(URI uri) {
    return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
  }

  /**
   * The address below a host. A host that ends as the path begins, as in {@code
   * https://api.example.com/v1} and {@code /v1/batch}, does not repeat it.
   */
  static URI at(URI host, String path) {
    String base = host.toString().replaceAll("/+$", "");
    String folder = path.substring(0, path.lastIndexOf('/'));
    boolean repeated = !folder.isEmpty() && base.endsWith(folder);
    return URI.create(base + (repeated ? path.substring(folder.length()) : path));
  }

  /** The origin in the sense of RFC 6454: what credentials are for. */
  static String origin(URI uri) {
    String scheme = scheme(uri);
    int usual = scheme.equals("https") ? 443 : 80;
    String host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
    return scheme + "://" + host + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
  }
}
