/**
 * Breakers, bulkheads and rate limits of Resilience4j as guards, and the standard pipeline.
 *
 * <p>Resilience4j has no module descriptors yet; its jars have fixed module names.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
@org.jspecify.annotations.NullMarked
module dev.heed.resilience4j {
  requires transitive dev.heed.core;
  requires transitive io.github.resilience4j.bulkhead;
  requires transitive io.github.resilience4j.circuitbreaker;
  requires transitive io.github.resilience4j.ratelimiter;
  requires io.github.resilience4j.core;
  requires static org.jspecify;

  exports dev.heed.resilience4j;
}
