/** Readers of the waits that servers ask for: pure functions of a response head and the time. */
package dev.heed.hint;
