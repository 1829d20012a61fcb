/**
 * Where events wait: what a queue asks of its store, the store in memory and the one in a
 * directory.
 *
 * <p>A store keeps bytes and decides nothing. What is sent when, what is given up and why, is the
 * queue's affair; a store is told which events are settled.
 */
package dev.heed.delivery.store;
