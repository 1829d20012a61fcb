package dev.heed.testing;

import java.util.List;
import java.util.Map;

/**
 * How a route fits a request.
 *
 * @param variables what the names of its template stand for
 * @param mismatches why it does not fit, in words; empty when it does
 * @param distance how far it is from fitting; 0 when it does
 */
record Fit(Map<String, String> variables, List<String> mismatches, int distance) {

  static final int OTHER_METHOD = 100;
  static final int OTHER_PATH = 1_000;

  boolean matches() {
    return mismatches.isEmpty();
  }
}
