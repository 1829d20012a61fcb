/**
 * A queue that delivers batches of events over HTTP. Depends on the JDK, heed-core and heed-jdk
 * alone.
 */
@org.jspecify.annotations.NullMarked
module dev.heed.delivery {
  requires transitive dev.heed.core;
  requires transitive dev.heed.jdk;
  requires static transitive org.jspecify;

  exports dev.heed.delivery;
  exports dev.heed.delivery.policy;
  exports dev.heed.delivery.store;
  exports dev.heed.delivery.upload;
}
