package dev.heed.delivery.upload;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.MalformedJsonException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Optional;

/**
 * Makes a batch into a request, and says what the response means for single events. {@link #to}
 * builds the usual one; implement this for a protocol of your own.
 *
 * <p>An uploader sends nothing, waits for nothing and decides nothing about retries. Its methods
 * are called from different threads, one after the other; {@link #flaw} from any number at the same
 * time. Whatever they throw is logged, and the batch is sent later: as after a failed connection.
 *
 * <p>Methods may be added to this interface; they will have a default.
 */
public interface Uploader {

  /**
   * The request that carries the events. Asked for each attempt.
   *
   * <p>Its body must be one that can be sent again, where credentials are refreshed; {@code
   * BodyPublishers.ofByteArray} is. Its own timeout, if it has one, counts beside that of the
   * queue.
   */
  HttpRequest request(UploadBatch batch);

  /** How many events may be sent at once; any number by default. */
  default int maxEvents() {
    return Integer.MAX_VALUE;
  }

  /** What the response says of each event; nothing by default. See {@link ItemReader#read}. */
  default List<ItemResult> items(UploadBatch batch, UploadResponse response) {
    return List.of();
  }

  /**
   * Why this uploader cannot send such an event. Asked when the event is offered, which is rejected
   * if there is an answer. By default an event must be one JSON value in UTF-8.
   */
  default Optional<String> flaw(byte[] event) {
    try {
      JsonNode.check(event);
      return Optional.empty();
    } catch (MalformedJsonException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /** A builder of an uploader that posts JSON arrays to this address. */
  static UploaderBuilder to(URI uri) {
    return new UploaderBuilder(uri);
  }
}
