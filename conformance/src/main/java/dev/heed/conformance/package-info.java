/** The conformance suite: what a client module implements to be put through it, and the tests. */
package dev.heed.conformance;
