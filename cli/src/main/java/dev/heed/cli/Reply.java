package dev.heed.cli;

import java.util.List;
import java.util.Map;

/**
 * What a scripted server does once.
 *
 * @param text as the user wrote it
 * @param kind whether it answers at all
 * @param status of an answer; 0 otherwise
 * @param headers of an answer; look-ups ignore letter case
 */
record Reply(String text, Kind kind, int status, Map<String, List<String>> headers) {

  /** How the exchange ends. */
  enum Kind {
    ANSWER,
    RESET,
    REFUSED,
    TIMEOUT
  }
}
