/** What decides about a batch that was not accepted: the settings, and the reasons to give up. */
package dev.heed.delivery.policy;
