package dev.heed.delivery.upload;

import dev.heed.hint.HintFormat;
import java.util.List;

/**
 * Finds in a response what the server says of each single event.
 *
 * <p>A reader is a pure function, shared by all uploads. One that throws, or that finds another
 * number of results than events were sent, is as one that finds none: the status of the response
 * then counts for all events.
 */
@FunctionalInterface
public interface ItemReader {

  /**
   * Reads the results.
   *
   * @return one for each event that was sent, in their order; none where the response does not tell
   */
  List<ItemResult> read(UploadBatch batch, UploadResponse response);

  /**
   * Reads results from a JSON body by pointers (RFC 6901). For {@code
   * {"items":[{"index":{"status":201}}]}}: {@code json("/items", "/index/status")}. A successful
   * response that has a body, but no such results in it, is reported as trouble; its status counts.
   *
   * @param items where the array of results stands; empty for the whole body
   * @param status where in each result the status stands, a number or its digits in quotes; empty
   *     where each result is the status itself
   * @throws IllegalArgumentException if one is no JSON pointer
   */
  static ItemReader json(String items, String status) {
    return new JsonItems(items, status, null, HintFormat.SECONDS);
  }

  /**
   * The same, with a wait for each event.
   *
   * @param wait where in each result the wait stands, a number or text; results may lack it
   * @param format how it is written
   * @throws IllegalArgumentException if one is no JSON pointer
   */
  static ItemReader json(String items, String status, String wait, HintFormat format) {
    return new JsonItems(items, status, wait, format);
  }

  /** Finds none: the status of the response counts for all events. */
  static ItemReader none() {
    return (batch, response) -> List.of();
  }
}
