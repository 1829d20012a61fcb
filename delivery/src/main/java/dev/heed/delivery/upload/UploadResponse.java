package dev.heed.delivery.upload;

import dev.heed.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What the server answered. Immutable, as far as nobody changes the bytes. */
public final class UploadResponse {

  private final ResponseHead head;
  private final byte[] body;

  private UploadResponse(ResponseHead head, byte[] body) {
    this.head = Objects.requireNonNull(head, "head");
    this.body = Objects.requireNonNull(body, "body");
  }

  /**
   * An answer.
   *
   * @param head its status and headers
   * @param body its body; not copied
   */
  public static UploadResponse of(ResponseHead head, byte[] body) {
    return new UploadResponse(head, body);
  }

  /** The status. */
  public int status() {
    return head.status();
  }

  /** Status and headers. */
  public ResponseHead head() {
    return head;
  }

  /**
   * The body: the first mebibyte of it, and less where the connection broke, since the status alone
   * decides then. The array itself, to be read only.
   */
  public byte[] body() {
    return body;
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The status and the size; never the content. */
  @Override
  public String toString() {
    return head.status() + " (" + body.length + " bytes)";
  }
}
