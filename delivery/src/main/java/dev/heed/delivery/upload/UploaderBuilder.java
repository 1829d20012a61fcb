package dev.heed.delivery.upload;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an uploader needs and checks it at {@link #build}. Credentials do not belong here:
 * a stage of the queue sets them, new for each attempt. Not safe for use by several threads.
 */
public final class UploaderBuilder {

  private final URI uri;
  private final List<String> headers = new ArrayList<>();
  private BatchFormat format = BatchFormat.jsonArray();
  private ItemReader items = ItemReader.none();
  private String method = "POST";
  private boolean gzip;
  private @Nullable String retryCountHeader;

  UploaderBuilder(URI uri) {
    this.uri = Objects.requireNonNull(uri, "uri");
  }

  /** How events are put into the body; {@link BatchFormat#jsonArray()} by default. */
  public UploaderBuilder format(BatchFormat format) {
    this.format = Objects.requireNonNull(format, "format");
    return this;
  }

  /** How the results of single events are read; {@link ItemReader#none()} by default. */
  public UploaderBuilder items(ItemReader items) {
    this.items = Objects.requireNonNull(items, "items");
    return this;
  }

  /** The method; {@code POST} by default. */
  public UploaderBuilder method(String method) {
    this.method = Objects.requireNonNull(method, "method");
    return this;
  }

  /** Adds a header that is the same on every request. */
  public UploaderBuilder header(String name, String value) {
    headers.add(Objects.requireNonNull(name, "name"));
    headers.add(Objects.requireNonNull(value, "value"));
    return this;
  }

  /**
   * Sends the number of attempts of the batch before this one in a header, such as {@code
   * X-Retry-Count}: absent on the first, then 1, 2, 3. Not sent by default.
   */
  public UploaderBuilder retryCountHeader(String name) {
    this.retryCountHeader = Objects.requireNonNull(name, "name");
    return this;
  }

  /** Compresses the body with gzip; off by default, since not every server takes it. */
  public UploaderBuilder gzip(boolean on) {
    this.gzip = on;
    return this;
  }

  /**
   * The uploader.
   *
   * @throws IllegalArgumentException that lists everything that is wrong
   */
  public Uploader build() {
    List<String> violations = new ArrayList<>();
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!List.of("http", "https").contains(scheme) || uri.getHost() == null) {
      violations.add("the address must be absolute, with http or https and a host");
    }
    if (uri.getRawUserInfo() != null) {
      violations.add("the address must not hold credentials; a stage of the queue sets them");
    }
    if (violations.isEmpty()) {
      check(violations);
    }
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException(
          "the uploader cannot be built: " + String.join("; ", violations));
    }
    return new HttpUploader(template(), format, items, gzip, retryCountHeader);
  }

  /** The JDK knows best which headers and methods it refuses. */
  private void check(List<String> violations) {
    try {
      HttpRequest.Builder template = template();
      if (retryCountHeader != null) {
        template.setHeader(retryCountHeader, "1");
      }
      template.setHeader("Content-Type", format.contentType());
    } catch (IllegalArgumentException e) {
      violations.add(String.valueOf(e.getMessage()));
    }
  }

  private HttpRequest.Builder template() {
    HttpRequest.Builder template =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
    return headers.isEmpty() ? template : template.headers(headers.toArray(String[]::new));
  }
}
