/**
 * The only place that decides "again?": the policy, the decision, and the two drivers that wait.
 */
package dev.heed.retry;
