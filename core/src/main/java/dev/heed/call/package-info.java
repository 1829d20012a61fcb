/** Stages that run once for each logical call. */
package dev.heed.call;
