package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.GaveUpBecause;
import dev.heed.observe.RetryDecision;
import dev.heed.observe.StateChange;
import dev.heed.resilience4j.Breaker;
import dev.heed.resilience4j.Pipelines;
import dev.heed.retry.Jitter;
import dev.heed.retry.RefusedException;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls to a server that is down, by a client with the standard pipeline in small numbers. */
final class OutageAct implements CallListener {

  private static final int CALLS = 20;
  private static final int RETRIES = 3;
  private static final Duration OPEN = Duration.ofSeconds(1);

  private final ThrottlingServer server;
  private final Terminal terminal;
  private final TimeSource time;
  private final HttpClient client;
  private final HttpRequest request;
  private final long start;
  private long opened;
  private boolean isEmpty;

  OutageAct(HttpClient bare, ThrottlingServer server, Terminal terminal, TimeSource time) {
    this.server = server;
    this.terminal = terminal;
    this.time = time;
    client = HeedHttpClient.wrap(bare, plan());
    request = HttpRequest.newBuilder(server.at("/stock")).build();
    start = time.nanoTime();
    opened = start;
  }

  private Heed plan() {
    return Pipelines.standard("stock")
        .retry(r -> r.maxRetries(RETRIES).baseDelay(Duration.ofMillis(20)).jitter(Jitter.NONE))
        .retryBudget(b -> b.ratio(0.2).perSecond(0).saved(RETRIES))
        .perAttempt(Breaker.builder().failureRate(0.5).minimum(8).openFor(OPEN).build())
        .listener(this)
        .build();
  }

  void play() throws IOException, InterruptedException {
    Paint paint = terminal.outPaint();
    terminal
        .out()
        .println(paint.bold("GET /stock") + paint.faint("  20 calls while the server is down"));
    int refused = 0;
    for (int i = 0; i < CALLS; i++) {
      refused += isRefused() ? 1 : 0;
    }
    int without = CALLS * (RETRIES + 1);
    tell(
        CALLS
            + " calls made "
            + Text.count(server.stockRequests(), "send")
            + " (without both: "
            + without
            + "); "
            + refused
            + " were refused at once");
    server.mend();
    time.sleepUntil(opened + OPEN.toNanos());
    tell(isRefused() ? "the trial was refused" : "the server is back: the trial gets its answer");
  }

  private boolean isRefused() throws IOException, InterruptedException {
    try {
      client.send(request, BodyHandlers.discarding());
      return false;
    } catch (RefusedException e) {
      return true;
    }
  }

  @Override
  public void retryDecided(CallInfo call, AttemptReport attempt, RetryDecision decision) {
    boolean empty = decision.gaveUpBecause().filter(GaveUpBecause.BUDGET::equals).isPresent();
    if (empty && !isEmpty) {
      isEmpty = true;
      tell("the retry budget is empty: calls are sent once from now on");
    }
  }

  @Override
  public void stateChanged(StateChange change) {
    String what = change.guard() + " " + change.from() + " -> " + change.to();
    if (change.to().equals("open")) {
      opened = time.nanoTime();
      tell(what + ": nothing is sent for " + Durations.text(OPEN));
    } else if (change.guard().equals("breaker")) {
      tell(what);
    }
  }

  private void tell(String line) {
    Duration at = Duration.ofNanos(time.nanoTime() - start);
    terminal.out().printf("%10s  %s%n", Spans.seconds(at), line);
    terminal.out().flush();
  }
}
