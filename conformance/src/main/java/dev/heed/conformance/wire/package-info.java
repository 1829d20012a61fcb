/** Servers on loopback that do to a client whatever a network can do, and remember what came. */
package dev.heed.conformance.wire;
