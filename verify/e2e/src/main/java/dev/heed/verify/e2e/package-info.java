/**
 * A suite for commands that speak the protocol of Segment's SDK tests: it starts the command, is
 * the server that the command talks to, and judges by what arrived there and by what the command
 * says of it.
 */
@org.jspecify.annotations.NullMarked
package dev.heed.verify.e2e;
