/**
 * The protocol in which a test of several SDKs tells each of them what to send, and learns whether
 * it was delivered. Not needed to send events.
 */
package dev.heed.segment.e2e;
