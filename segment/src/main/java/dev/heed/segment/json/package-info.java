/** Values of Java as JSON (RFC 8259), and JSON as values of Java. Hidden. */
package dev.heed.segment.json;
