package dev.heed.verify.simulation;

import java.util.List;
import java.util.Map;

/**
 * What the server answers.
 *
 * @param after the time until the client has it, in nanoseconds
 */
record Answer(int status, Map<String, List<String>> fields, long after) {}
