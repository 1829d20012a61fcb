package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.Wire;
import dev.heed.conformance.wire.WireServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Asks a server whether anybody came back before the time that it had named. It measures on the
 * monotonic clock of this machine, from the last byte of the head to the first byte of the next
 * request; where a clock is read a moment before or after, then to the client's disadvantage.
 */
class NeverEarlyTest {

  private static final int CALLS = 300;

  /** Not the formatter of the JDK, which writes the days before the tenth with one digit. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  /** When each call may come back, by its target. */
  private final Map<String, Long> due = new ConcurrentHashMap<>();

  /** How long after that it came, in nanoseconds. */
  private final Queue<Long> lateness = new ConcurrentLinkedQueue<>();

  private void answer(Wire wire) throws IOException {
    Seen request = wire.request();
    Long since = due.get(request.target());
    if (since != null) {
      lateness.add(request.arrivedAt() - since);
      Reply.ok("good").on(wire);
      return;
    }
    ask(wire, request.target());
  }

  private void ask(Wire wire, String target) throws IOException {
    if (target.startsWith("/date")) {
      long nanos = System.nanoTime();
      Instant now = Instant.now();
      Instant date = now.plusSeconds(1).truncatedTo(ChronoUnit.SECONDS);
      due.put(target, nanos + ChronoUnit.NANOS.between(now, date));
      Reply.of(503, "", "Retry-After: " + HTTP_DATE.format(date)).on(wire);
      return;
    }
    String seconds = target.startsWith("/short") ? "0.25" : "1";
    long wait = (long) (Double.parseDouble(seconds) * 1e9);
    due.put(target, System.nanoTime() + wait);
    Reply.of(503, "", "Retry-After: " + seconds).on(wire);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("W2")
  @Tag("W1")
  void nobodyComesBackEarly(Mode mode) throws Exception {
    HttpClient client = heed();
    ExecutorService callers = Executors.newFixedThreadPool(CALLS);
    try (WireServer server = WireServer.replying(this::answer)) {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        String target = List.of("/short", "/second", "/date").get(i % 3) + i;
        calls.add(() -> mode.text(client, get(server.uri(target))).body());
      }
      for (Future<String> call : callers.invokeAll(calls)) {
        assertThat(call.get()).isEqualTo("good");
      }
    } finally {
      callers.shutdown();
    }
    assertThat(lateness).hasSize(CALLS).allMatch(nanos -> nanos >= 0);
  }
}
