package dev.heed.segment.e2e;

import dev.heed.segment.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** What became of the events of a document. Immutable. */
public final class E2eResult {

  private final boolean success;
  private final String json;

  private E2eResult(boolean success, Map<String, Object> members) {
    this.success = success;
    this.json = JsonWriter.write(members);
  }

  static E2eResult delivered(int batches) {
    return new E2eResult(true, members(true, batches));
  }

  static E2eResult failed(int batches, String error) {
    Map<String, Object> members = members(false, batches);
    members.put("error", error);
    return new E2eResult(false, members);
  }

  private static Map<String, Object> members(boolean success, int batches) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("success", success);
    members.put("sentBatches", batches);
    return members;
  }

  /**
   * Whether all events were delivered. A program that prints the result ends with 0 then, else 1.
   */
  public boolean isSuccess() {
    return success;
  }

  /**
   * The result as one line of JSON, without its end: {@code
   * {"success":false,"sentBatches":0,"error":"..."}}, the error only where there is no success.
   */
  public String json() {
    return json;
  }

  /** The same as {@link #json}. */
  @Override
  public String toString() {
    return json;
  }
}
