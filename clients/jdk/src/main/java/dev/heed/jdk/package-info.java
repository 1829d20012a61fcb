/** {@code java.net.http} clients that retry as a Heed plan says. */
package dev.heed.jdk;
