/** What can be seen of a call: events, the report, the two loggers, flight recorder events. */
package dev.heed.observe;
