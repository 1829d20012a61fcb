package dev.heed.verify.e2e;

import java.util.List;

/**
 * What happened in a run of a case.
 *
 * @param settingsPaths below which settings were asked for
 * @param tookMs from the start of the command to its end
 */
record Observed(List<Upload> uploads, List<String> settingsPaths, Result result, long tookMs) {}
