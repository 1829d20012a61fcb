/**
 * Proves from the outside that a delivery queue loses nothing. A parent starts a process with a
 * queue on a file store and kills it; a server and a ledger in processes of their own know what was
 * accepted and what has arrived, and the parent compares the two.
 */
@org.jspecify.annotations.NullMarked
package dev.heed.verify.crash;
