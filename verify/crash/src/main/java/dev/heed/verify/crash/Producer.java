package dev.heed.verify.crash;

import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.Offer;
import dev.heed.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Makes events and offers them, and writes into the ledger what happens. One for each thread. */
final class Producer {

  /** Now and then there is a pause, so that a process lives for some hundred milliseconds. */
  private static final int BURST = 20;

  private static final long PAUSE_NANOS = 1_000_000;

  private final String name;
  private final Random chance;
  private final TimeSource time;
  private int number;

  Producer(String name, long seed, TimeSource time) {
    this.name = name;
    this.chance = new Random(seed);
    this.time = time;
  }

  /** Offers so many events, one after the other. */
  void offer(DeliveryQueue queue, Entries entries, int events) throws InterruptedException {
    for (int i = 0; i < events; i++) {
      offerOne(queue, entries);
      if (i % BURST == BURST - 1) {
        time.sleepUntil(time.nanoTime() + PAUSE_NANOS);
      }
    }
  }

  private void offerOne(DeliveryQueue queue, Entries entries) {
    String id = name + "-" + number++;
    byte[] event = event(id);
    entries.offered(id, event);
    Offer offer = queue.offer(event);
    if (offer.isAccepted()) {
      entries.accepted(id);
    } else {
      entries.rejected(id, offer.toString());
    }
  }

  /** Mostly short, sometimes long, and not all of it ASCII: a cut may go through a character. */
  private byte[] event(String id) {
    int length = chance.nextInt(50) == 0 ? 8_000 : chance.nextInt(300);
    String pad = (chance.nextBoolean() ? "x" : "é€").repeat(length / 2);
    String event = "{\"id\":\"" + id + "\",\"pad\":\"" + pad + "\",\"length\":" + length + "}";
    return event.getBytes(StandardCharsets.UTF_8);
  }
}
