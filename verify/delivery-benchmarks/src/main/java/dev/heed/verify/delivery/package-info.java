/** How fast a delivery queue is, beside com.segment.analytics.java, and how much fits. */
@org.jspecify.annotations.NullMarked
package dev.heed.verify.delivery;
