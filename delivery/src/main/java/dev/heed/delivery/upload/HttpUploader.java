package dev.heed.delivery.upload;

import dev.heed.observe.Redaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The usual uploader: one address, one format. */
final class HttpUploader implements Uploader {

  private final HttpRequest.Builder template;
  private final String method;
  private final BatchFormat format;
  private final ItemReader items;
  private final boolean gzip;
  private final @Nullable String retryCountHeader;

  /**
   * An uploader.
   *
   * @param template address, method and headers; not to be changed
   */
  HttpUploader(
      HttpRequest.Builder template,
      BatchFormat format,
      ItemReader items,
      boolean gzip,
      @Nullable String retryCountHeader) {
    this.template = template;
    this.method = template.build().method();
    this.format = format;
    this.items = items;
    this.gzip = gzip;
    this.retryCountHeader = retryCountHeader;
  }

  @Override
  public HttpRequest request(UploadBatch batch) {
    byte[] body = format.body(batch);
    HttpRequest.Builder request =
        template
            .copy()
            .setHeader("Content-Type", format.contentType())
            .method(method, BodyPublishers.ofByteArray(gzip ? compressed(body) : body));
    if (gzip) {
      request.setHeader("Content-Encoding", "gzip");
    }
    if (retryCountHeader != null && batch.retries() > 0) {
      request.setHeader(retryCountHeader, Integer.toString(batch.retries()));
    }
    return request.build();
  }

  private static byte[] compressed(byte[] body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("in memory nothing can fail", e);
    }
    return out.toByteArray();
  }

  @Override
  public int maxEvents() {
    return Math.max(1, format.maxEvents());
  }

  @Override
  public List<ItemResult> items(UploadBatch batch, UploadResponse response) {
    return items.read(batch, response);
  }

  /** Without the query, which may hold a key. */
  @Override
  public String toString() {
    return Redaction.place(template.copy().build().uri());
  }
}
