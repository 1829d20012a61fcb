/**
 * What follows from an answer: a pure function of the state, the settings, the time and what
 * happened. No I/O, no clock, no thread. Hidden.
 */
package dev.heed.delivery.machine;
