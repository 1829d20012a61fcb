/** Stages that run once for each send. */
package dev.heed.attempt;
