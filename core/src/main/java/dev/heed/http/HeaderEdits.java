package dev.heed.http;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Header fields that stages set or removed, to be laid over the fields of the caller's request.
 *
 * <p>Setting replaces: a field that is set has one value, also where the request had it before. Not
 * safe for use by several threads; it belongs to one attempt.
 */
public final class HeaderEdits {

  /** An absent list marks a field that was removed. */
  private final TreeMap<String, List<String>> edits;

  /** No edits. */
  public HeaderEdits() {
    edits = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  /** A copy, to start from what an outer ring has set. */
  public HeaderEdits(HeaderEdits other) {
    edits = new TreeMap<>(other.edits);
  }

  /** Sets a field to one value. */
  public void set(String name, String value) {
    edits.put(name, List.of(value));
  }

  /** Removes a field. */
  public void remove(String name) {
    edits.put(name, List.of());
  }

  /** True when nothing was set or removed. */
  public boolean isEmpty() {
    return edits.isEmpty();
  }

  /** The values of a field after the edits, or null when the field was not edited. */
  public @Nullable List<String> values(String name) {
    return edits.get(name);
  }

  /** The fields of a request with the edits applied; look-ups are case-insensitive. */
  public Map<String, List<String>> applyTo(Map<String, List<String>> headers) {
    TreeMap<String, List<String>> edited = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    edited.putAll(headers);
    edits.forEach(
        (name, values) -> {
          // Removed first, so that the spelling of the name is the one that was set.
          edited.remove(name);
          if (!values.isEmpty()) {
            edited.put(name, values);
          }
        });
    return edited;
  }
}
