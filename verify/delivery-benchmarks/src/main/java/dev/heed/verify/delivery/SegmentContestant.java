package dev.heed.verify.delivery;

import com.segment.analytics.Analytics;
import com.segment.analytics.messages.TrackMessage;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * com.segment.analytics.java, which keeps everything in memory. Its events are about as long: what
 * it adds to them itself makes up for the shorter text.
 */
final class SegmentContestant implements Contestant {

  private static final Map<String, String> PAD = Map.of("p", "~" + "x".repeat(20));

  private final Analytics analytics;

  SegmentContestant(URI uri) {
    analytics =
        Analytics.builder("key")
            .setUploadURL(uri.toString())
            .flushQueueSize(250)
            .flushInterval(10, TimeUnit.SECONDS)
            .build();
  }

  @Override
  public void offer(long number) {
    analytics.enqueue(TrackMessage.builder("e").userId(Long.toString(number)).properties(PAD));
  }

  @Override
  public void flush() {
    analytics.flush();
  }

  @Override
  public void close() {
    analytics.shutdown();
  }
}
