/** The one seam for time and chance. No other package reads a clock, sleeps or draws a number. */
package dev.heed.time;
