/** Guards on Resilience4j, and pipelines made of them. */
package dev.heed.resilience4j;
