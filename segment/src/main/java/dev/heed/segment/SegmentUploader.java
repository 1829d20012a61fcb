package dev.heed.segment;

import dev.heed.delivery.upload.UploadBatch;
import dev.heed.delivery.upload.Uploader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.function.Function;

/** Makes batches into requests to an address that settings may change between two uploads. */
final class SegmentUploader implements Uploader {

  private final Function<URI, Uploader> made;
  private volatile URI host;
  private volatile Uploader uploader;

  SegmentUploader(Function<URI, Uploader> made, URI host) {
    this.made = made;
    this.host = host;
    this.uploader = made.apply(host);
  }

  URI host() {
    return host;
  }

  void moveTo(URI other) {
    uploader = made.apply(other);
    host = other;
  }

  @Override
  public HttpRequest request(UploadBatch batch) {
    return uploader.request(batch);
  }

  @Override
  public String toString() {
    return uploader.toString();
  }
}
