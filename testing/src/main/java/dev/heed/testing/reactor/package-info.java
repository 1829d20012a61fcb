/** Virtual time for Reactor. Needs {@code reactor-core}, which nothing else here does. */
package dev.heed.testing.reactor;
