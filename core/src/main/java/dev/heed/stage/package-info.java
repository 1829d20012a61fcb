/** What a user adds to a ring: stages that prepare a request and learn how it ended. */
package dev.heed.stage;
