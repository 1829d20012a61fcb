package dev.heed.cli;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.DeliveryStatus;
import dev.heed.delivery.FlushReport;
import dev.heed.segment.SegmentClient;
import dev.heed.segment.SegmentEvent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Where {@code heed deliver} puts events: a queue, or the client for Segment on one. */
interface Sink {

  /**
   * Offers an event.
   *
   * @return the empty text when it was accepted, else why not
   */
  String offer(byte[] event);

  CompletableFuture<FlushReport> flush(Duration timeout);

  FlushReport close();

  DeliveryStatus status();

  static Sink of(DeliveryQueue queue) {
    return new Sink() {
      @Override
      public String offer(byte[] event) {
        var offer = queue.offer(event);
        return offer.isAccepted() ? "" : offer.message();
      }

      @Override
      public CompletableFuture<FlushReport> flush(Duration timeout) {
        return queue.flushAsync(timeout);
      }

      @Override
      public FlushReport close() {
        return queue.close(Duration.ZERO);
      }

      @Override
      public DeliveryStatus status() {
        return queue.status();
      }
    };
  }

  static Sink of(SegmentClient client) {
    return new Sink() {
      @Override
      public String offer(byte[] event) {
        try {
          var offer = client.offer(SegmentEvent.json(text(event)));
          return offer.isAccepted() ? "" : offer.message();
        } catch (CharacterCodingException e) {
          return "not UTF-8";
        } catch (IllegalArgumentException e) {
          return String.valueOf(e.getMessage());
        }
      }

      @Override
      public CompletableFuture<FlushReport> flush(Duration timeout) {
        return client.flushAsync(timeout);
      }

      @Override
      public FlushReport close() {
        return client.close(Duration.ZERO);
      }

      @Override
      public DeliveryStatus status() {
        return client.status();
      }
    };
  }

  /** Strict: what a lenient decoder puts in place of a bad byte is no longer the event. */
  private static String text(byte[] event) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(event)).toString();
  }
}
