/**
 * Heads of requests and responses, replayability, methods and HTTP dates: what a decision may see.
 */
package dev.heed.http;
