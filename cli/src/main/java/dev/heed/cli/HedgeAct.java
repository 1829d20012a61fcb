package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.RetryDecision;
import dev.heed.resilience4j.Pipelines;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A call whose first answer is slow, by a client with the hedging pipeline. */
final class HedgeAct implements CallListener {

  private static final Duration DELAY = Duration.ofMillis(100);

  private final ThrottlingServer server;
  private final Terminal terminal;
  private final TimeSource time;
  private final HttpClient client;
  private final long start;

  HedgeAct(HttpClient bare, ThrottlingServer server, Terminal terminal, TimeSource time) {
    this.server = server;
    this.terminal = terminal;
    this.time = time;
    Heed plan = Pipelines.hedging("quote").hedge(h -> h.delay(DELAY)).listener(this).build();
    client = HeedHttpClient.wrap(bare, plan);
    start = time.nanoTime();
  }

  void play() throws IOException, InterruptedException {
    Paint paint = terminal.outPaint();
    String about =
        "  the first answer takes "
            + Durations.text(ThrottlingServer.SLOW)
            + ", hedged after "
            + Durations.text(DELAY);
    terminal.out().println(paint.bold("GET /quote") + paint.faint(about));
    HttpRequest request = HttpRequest.newBuilder(server.at("/quote")).build();
    client.send(request, BodyHandlers.discarding());
  }

  @Override
  public void hedgeDecided(CallInfo call, int number, RetryDecision decision) {
    tell(decision.explanation() + ": #" + number + " is sent beside it");
  }

  @Override
  public void callEnded(CallInfo call, CallReport report) {
    tell(
        "the call returns the "
            + report.status().orElse(0)
            + " after "
            + Text.count(report.sends(), "send")
            + ", and cancels the slower one");
  }

  private void tell(String line) {
    Duration at = Duration.ofNanos(time.nanoTime() - start);
    terminal.out().printf("%10s  %s%n", Spans.seconds(at), line);
    terminal.out().flush();
  }
}
