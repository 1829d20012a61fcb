/**
 * Events as Segment knows them, and the client that delivers them: {@link
 * dev.heed.segment.SegmentClient}.
 */
package dev.heed.segment;
