/** A stub client, a stub server and virtual time, for tests that take milliseconds. */
package dev.heed.testing;
