/** What an adapter implements to put the engine on an HTTP client. */
package dev.heed.transport;
