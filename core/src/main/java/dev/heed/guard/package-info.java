/**
 * Guards decide whether a call or an attempt may go ahead: a limit, a breaker, a budget, a
 * cooldown. Their state is kept for each plan and each partition of its requests.
 */
package dev.heed.guard;
