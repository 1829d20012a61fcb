/**
 * A client for Segment, and for services that speak its protocol, on heed-delivery. Depends on the
 * JDK and on modules of Heed alone.
 */
@org.jspecify.annotations.NullMarked
module dev.heed.segment {
  requires transitive dev.heed.delivery;
  requires static org.jspecify;

  exports dev.heed.segment;
  exports dev.heed.segment.e2e;
}
