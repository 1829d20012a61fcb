/**
 * A queue that takes events and delivers them in batches over HTTP: it is told events, and tells
 * what became of each.
 */
package dev.heed.delivery;
