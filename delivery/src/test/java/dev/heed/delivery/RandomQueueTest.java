package dev.heed.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.delivery.json.JsonNode;
import dev.heed.delivery.json.MalformedJsonException;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.delivery.upload.Uploader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole queues in random trouble: a server that throttles, fails, refuses and is silent, processes
 * that are killed, a disk that fails, settings that change, a wall clock that jumps a year. What
 * the server took, what was accepted and what was reported are held against each other.
 */
@Tag("D4")
@Tag("D5")
class RandomQueueTest {

  private static final long SEED = 20261130;
  private static final int HISTORIES = 40;
  private static final int STEPS = 120;

  @Test
  void noEventIsLostAndNoPauseIsBrokenWhateverHappens() {
    int delivered = 0;
    int dropped = 0;
    for (int history = 0; history < HISTORIES; history++) {
      History run = new History(SEED + history);
      run.run();
      delivered += run.taken.size();
      dropped += run.dropped.size();
    }
    assertThat(delivered).isGreaterThan(HISTORIES * 20);
    assertThat(dropped).isGreaterThan(HISTORIES);
  }

  private static final class History {

    private final long seed;
    private final Random random;
    private final QueueFixture fixture = new QueueFixture();
    private final Disk disk = new Disk();
    private final Set<String> accepted = new HashSet<>();
    private final Map<String, Integer> taken = new HashMap<>();
    private final Set<String> dropped = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private DeliveryQueue queue;
    private Recorder heard = new Recorder();
    private long heldUntil;
    private boolean healthy;
    private boolean mayRepeat;
    private int number;
    private AssertionError broken;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
      fixture.time.draws(random::nextDouble);
      fixture.client.otherwise(this::answer);
      start();
    }

    private void start() {
      heard = new Recorder();
      int size = 1 + random.nextInt(5);
      DeliveryQueueBuilder builder =
          DeliveryQueue.builder("random")
              .uploader(Uploader.to(QueueFixture.PLACE).build())
              .config(
                  DeliveryConfig.builder()
                      .maxBatchEvents(size)
                      .maxBackingOff(1 + random.nextInt(4))
                      .limitRetries(random.nextInt(3) == 0)
                      .build())
              .client(fixture.client)
              .listener(heard)
              .store(disk.store())
              .time(fixture.time);
      try {
        queue = builder.open();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private Reply answer(Sent sent) {
      long now = sent.millis();
      check(now >= heldUntil, "sent at " + now + " although the server said " + heldUntil);
      List<String> events = events(sent.body());
      Reply reply = healthy ? Reply.ok() : random();
      if (reply.status() / 100 == 2) {
        events.forEach(event -> taken.merge(event, 1, Integer::sum));
        // The answer may never arrive.
        mayRepeat |= !reply.delay().isZero() || reply.failure() != null;
      }
      log.add(now + ": " + events.size() + " events, answer " + reply.status());
      return reply;
    }

    private Reply random() {
      return switch (random.nextInt(12)) {
        case 0, 1 -> throttled(429);
        case 2 -> throttled(503);
        case 3 -> Reply.status(500);
        case 4 -> Reply.status(503);
        case 5 -> Reply.status(400 + random.nextInt(5));
        case 6 -> Reply.failure(new IOException("reset"));
        case 7 -> Reply.silence();
        case 8 -> Reply.ok().after(Duration.ofSeconds(random.nextInt(30)));
        case 9 -> Reply.status(413);
        default -> Reply.ok();
      };
    }

    private Reply throttled(int status) {
      int seconds = 1 + random.nextInt(400);
      heldUntil = fixture.time.elapsed().toMillis() + Math.min(seconds, 300) * 1000L;
      return Reply.status(status).retryAfter(seconds);
    }

    private List<String> events(String body) {
      try {
        return JsonNode.parse(body.getBytes(StandardCharsets.UTF_8)).elements().stream()
            .map(JsonNode::toString)
            .toList();
      } catch (MalformedJsonException e) {
        check(false, "no JSON on the wire: " + body);
        return List.of();
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        step(random.nextInt(100));
        checkBooks();
      }
      recover();
      for (String event : accepted) {
        check(taken.containsKey(event) || dropped.contains(event), event + " is lost");
      }
      taken.forEach(
          (event, times) -> {
            check(accepted.contains(event), event + " was never accepted");
            check(times == 1 || mayRepeat, event + " was taken " + times + " times");
          });
    }

    private void step(int dice) {
      if (dice < 45) {
        offerSome(1 + random.nextInt(7));
      } else if (dice < 75) {
        fixture.time.advance(Duration.ofMillis((long) Math.pow(10, 1 + random.nextDouble() * 5)));
      } else if (dice < 80) {
        kill();
      } else if (dice < 84) {
        Disk.Op[] all = Disk.Op.values();
        Disk.Op op = all[random.nextInt(all.length)];
        // A state that is not saved may be needed by the next process.
        disk.failing(op == Disk.Op.SAVE_STATE || op == Disk.Op.LOAD_STATE ? Disk.Op.APPEND : op);
        mayRepeat |= op == Disk.Op.SETTLE;
      } else if (dice < 92) {
        disk.failing();
      } else if (dice < 95) {
        boolean on = random.nextBoolean();
        queue.update(HttpConfig.builder().backoff(b -> b.enabled(on).jitterPercent(50)).build());
      } else {
        var unused = queue.flushAsync(Duration.ofSeconds(random.nextInt(20)));
      }
    }

    private void offerSome(int count) {
      for (int i = 0; i < count; i++) {
        String event = QueueFixture.event(++number);
        // Before the offer, which may deliver it already.
        accepted.add(event);
        if (!queue.offer(event).isAccepted()) {
          accepted.remove(event);
        }
      }
    }

    private void kill() {
      log.add("killed");
      queue.pause();
      disk.crash();
      mayRepeat = true;
      rememberDropped();
      disk.failing();
      if (random.nextInt(3) == 0) {
        // Backwards: a jump ahead may end a pause early.
        fixture.time.turnWallClock(Duration.ofDays(-365));
      }
      start();
    }

    private void rememberDropped() {
      dropped.addAll(heard.dropped());
    }

    private void recover() {
      healthy = true;
      disk.failing();
      fixture.time.advance(Duration.ofMinutes(30));
      rememberDropped();
      check(queue.status().pending() == 0, "still pending: " + queue);
      checkBooks();
    }

    private void checkBooks() {
      if (broken != null) {
        throw broken;
      }
      DeliveryStatus status = queue.status();
      check(
          status.accepted() + status.resumed()
              == status.delivered() + status.dropped() + status.pending(),
          "the books do not agree: " + status);
      check(heard.counts().values().stream().allMatch(times -> times == 1), "told twice");
      check(status.delivered() == heard.delivered().size(), "not told of all that is delivered");
    }

    private void check(boolean holds, String otherwise) {
      if (!holds) {
        AssertionError failure = failure(otherwise);
        // The queue survives what its server throws, so that it is thrown once more at the end.
        broken = broken == null ? failure : broken;
        throw failure;
      }
    }

    private AssertionError failure(String what) {
      return new AssertionError(
          "seed "
              + seed
              + ": "
              + what
              + ", after\n"
              + String.join("\n", log)
              + "\n"
              + heard.troubles());
    }
  }
}
