package dev.heed.delivery.machine;

import dev.heed.delivery.policy.HttpConfig;

/**
 * The settings of one upload cycle: gate, answer and removal are decided on the same.
 *
 * @param http the two paths
 * @param limitRetries whether the counts of {@code http} end anything; the times always do
 * @param bare429BacksOff whether a 429 that does not say when to come back delays its batch alone,
 *     instead of pausing everything for the longest pause
 * @param reauthenticates whether somebody refreshes credentials after a 511, which is then retried
 * @param splits whether a 413 halves what is sent at once
 */
public record MachineSettings(
    HttpConfig http,
    boolean limitRetries,
    boolean bare429BacksOff,
    boolean reauthenticates,
    boolean splits) {}
