package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.heed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.Seen;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the response of an attempt that is followed by another one. */
@Tag("O1")
class DiscardTest {

  private static final int DRAINED = 64 << 10;

  private static Reply trickle(String retryAfter) {
    return Reply.head(503, "Transfer-Encoding: chunked", "Retry-After: " + retryAfter)
        .thenTrickle(Duration.ofMillis(20));
  }

  private final CountingTime time = new CountingTime();
  private final HttpClient client = heed(plan -> plan.time(time));

  private static Reply busy(int length) {
    return Reply.of(503, "x".repeat(length), "Retry-After: 0");
  }

  private static long millisBetween(Seen first, Seen second) {
    return second.since(first).toMillis();
  }

  @ParameterizedTest
  @EnumSource
  void smallBodyIsDrainedAndItsConnectionUsedAgain(Mode mode) throws Exception {
    for (int length : List.of(0, 1, DRAINED)) {
      try (var server = WireServer.replying(busy(length), Reply.ok("good"))) {
        mode.text(client, get(server));
        assertThat(server.connections()).isEqualTo(1);
      }
    }
    time.awaitNonePending();
  }

  @ParameterizedTest
  @EnumSource
  void largeBodyIsCutAtOnce(Mode mode) throws Exception {
    Reply large = Reply.head(503, "Content-Length: " + (DRAINED + 1), "Retry-After: 0").thenStall();
    try (var server = WireServer.replying(large, Reply.ok("good"))) {
      mode.text(client, get(server));
      assertThat(time.longestTimer()).isZero();
      server.awaitOpen(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void endlessBodyIsCutAfter64KiB(Mode mode) throws Exception {
    Reply endless = Reply.head(503, "Retry-After: 0").thenEndless();
    try (var server = WireServer.replying(endless, Reply.ok("good"))) {
      mode.text(client, get(server));
      server.awaitOpen(1);
    }
    time.awaitNonePending();
  }

  @ParameterizedTest
  @EnumSource
  void trickledBodyIsCutAfter250Milliseconds(Mode mode) throws Exception {
    try (var server = WireServer.replying(trickle("0.1"), Reply.ok("good"))) {
      mode.text(client, get(server));
      assertThat(millisBetween(server.seen(1), server.seen(2))).isBetween(245L, 2_000L);
      server.awaitOpen(1);
    }
    time.awaitNonePending();
  }

  @ParameterizedTest
  @EnumSource
  void drainThatFailsIsNotAFailedAttempt(Mode mode) throws Exception {
    Reply half = Reply.head(503, "Content-Length: 8", "Retry-After: 0").body("half");
    for (Reply broken : List.of(half.thenReset(), half.thenClose())) {
      try (var server = WireServer.replying(broken, Reply.ok("good"))) {
        HttpResponse<String> response = mode.text(client, get(server));
        assertThat(CallReport.of(response).attempts().get(0).failure()).isEmpty();
        assertThat(CallReport.of(response).attempts().get(0).status()).hasValue(503);
      }
    }
  }

  @Test
  @Tag("T2")
  void drainOfABlockingCallTakesNoLongerThanTheAttemptMay() throws Exception {
    Duration limit = Duration.ofMillis(200);
    HttpClient strict = heed(plan -> plan.time(time).attemptTimeout(limit));
    try (var server = WireServer.replying(trickle("0.1"), Reply.ok("good"))) {
      Mode.BLOCKING.text(strict, get(server));
    }
    assertThat(time.longestTimer()).isPositive().isLessThanOrEqualTo(limit);
  }

  @ParameterizedTest
  @EnumSource
  void aThousandFailedAttemptsLeaveNothingBehind(Mode mode) throws Exception {
    Duration least = Duration.ofMillis(1);
    HttpClient own =
        heed(plan -> plan.time(time).retry(r -> r.retryForever().baseDelay(least).maxDelay(least)));
    try (var server = WireServer.replying(goodBadGood())) {
      mode.text(own, get(server));
      int threads = Threads.ofClients();
      mode.text(own, get(server));
      assertThat(server.seen()).hasSize(1_002);
      assertThat(Threads.ofClients()).isLessThanOrEqualTo(threads + 2);
      server.awaitOpen(1);
    }
    time.awaitNonePending();
  }

  /** One good reply, a thousand bad ones of all kinds, and good ones from then on. */
  private static Reply[] goodBadGood() {
    Reply[] kinds = {
      Reply.head(503, "Content-Length: 8").body("half").thenClose(),
      Reply.reset(),
      Reply.of(503, "x".repeat(DRAINED + 1)),
      Reply.of(503, "small")
    };
    Reply[] all = new Reply[1_002];
    Arrays.setAll(all, i -> kinds[i % kinds.length]);
    all[0] = Reply.ok("good");
    all[all.length - 1] = Reply.ok("good");
    return all;
  }
}
