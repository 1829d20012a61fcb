/** The plan, its composition, and the ready-made stages. */
package dev.heed;
