/** Clients that are wrong, one fault each, and the conformance suite on them. */
package dev.heed.verify.conformance;
