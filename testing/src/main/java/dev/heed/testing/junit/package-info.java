/** The test kit in JUnit 5 and 6. Needs {@code junit-jupiter-api}, which nothing else here does. */
package dev.heed.testing.junit;
