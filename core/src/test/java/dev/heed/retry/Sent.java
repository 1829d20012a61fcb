package dev.heed.retry;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One send as the stub host saw it.
 *
 * @param at since the start of the clock
 * @param limit the time limit that was passed down; zero for none
 */
public record Sent(
    int number,
    Map<String, List<String>> headers,
    String body,
    Duration at,
    Duration limit,
    boolean retryable) {

  /** All values of one field. */
  public List<String> values(String name) {
    return headers.getOrDefault(name, List.of());
  }
}
