/**
 * Servers on loopback that do to a client whatever a network can do, by a script, and remember what
 * came and when: HTTP/1.1 and HTTP/2, in the clear and over TLS.
 */
package dev.heed.conformance.wire;
