package dev.heed.cli;

import dev.heed.observe.AskedWait;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.Redaction;
import dev.heed.observe.RetryDecision;
import dev.heed.time.Durations;
import dev.heed.time.TimeSource;
import java.io.PrintStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Tells on standard error what a fetch is doing: one line that changes on a terminal, a line for
 * each wait elsewhere.
 */
final class Progress implements CallListener {

  private static final long REFRESH_NANOS = 100_000_000;
  private static final int COLUMNS = 79;
  private static final String CLEAR = "\r\u001b[K";
  private static final double KILO = 1000;

  private final PrintStream err;
  private final Paint paint;
  private final boolean live;
  private final TimeSource time;
  private String place = "";
  private String doing = "";
  private long until;
  private boolean waiting;
  private long received;
  private boolean shown;
  private boolean ended;
  private TimeSource.@Nullable Timer refresh;

  Progress(Terminal terminal, TimeSource time) {
    this.err = terminal.err();
    this.paint = terminal.errPaint();
    this.live = terminal.errIsTerminal();
    this.time = time;
  }

  @Override
  public synchronized void attemptStarted(CallInfo call, int number) {
    place = call.request().method() + " " + Redaction.place(call.request().uri());
    doing = number == 1 ? "" : "attempt " + number + ", ";
    waiting = false;
    received = 0;
    refresh();
  }

  @Override
  public synchronized void waitStarted(
      CallInfo call, AttemptReport attempt, RetryDecision decision) {
    waiting = true;
    until = time.nanoTime() + decision.waitTime().toNanos();
    String why = Reasons.ofWait(attempt, decision);
    if (live) {
      doing = outcome(attempt) + ", " + why;
      refresh();
      return;
    }
    String wait =
        decision.waitTime().isZero()
            ? "trying again at once"
            : "waiting " + Durations.text(decision.waitTime());
    err.println(
        "heed fetch: attempt "
            + attempt.number()
            + ": "
            + outcome(attempt)
            + "; "
            + wait
            + ": "
            + why);
  }

  @Override
  public synchronized void hedgeDecided(CallInfo call, int number, RetryDecision decision) {
    if (!live && decision.gaveUpBecause().isEmpty()) {
      String why = Text.shown(decision.explanation());
      err.println("heed fetch: " + why + "; sending attempt " + number);
    }
  }

  private static String outcome(AttemptReport attempt) {
    String ended =
        attempt
            .failure()
            .map(Failures::brief)
            .orElseGet(() -> Integer.toString(attempt.status().orElse(0)));
    return ended + attempt.asked().map(Progress::header).orElse("");
  }

  private static String header(AskedWait wait) {
    return " (" + Text.shown(wait.header() + ": " + wait.value()) + ")";
  }

  /** Passes a body on and counts it. */
  <T> BodySubscriber<T> counting(BodySubscriber<T> body) {
    return new Counted<>(body);
  }

  private synchronized void received(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      received += buffer.remaining();
    }
  }

  /** Clears the line for good. */
  synchronized void end() {
    ended = true;
    if (refresh != null) {
      refresh.cancel();
    }
    clear();
  }

  private void clear() {
    if (shown) {
      err.print(CLEAR);
      err.flush();
      shown = false;
    }
  }

  /** Draws the line, and again after a moment. */
  private synchronized void refresh() {
    if (!live || ended) {
      return;
    }
    if (refresh != null) {
      refresh.cancel();
    }
    String line = line();
    err.print(CLEAR + paint.faint(line.length() > COLUMNS ? line.substring(0, COLUMNS) : line));
    err.flush();
    shown = true;
    refresh = time.schedule(time.nanoTime() + REFRESH_NANOS, this::refresh);
  }

  private String line() {
    if (waiting) {
      Duration left = Duration.ofNanos(Math.max(0, until - time.nanoTime()));
      return tenths(left) + " left: " + doing;
    }
    return doing + place + (received == 0 ? "" : ", " + amount(received));
  }

  private static String tenths(Duration left) {
    return left.toMinutes() > 0
        ? Durations.text(Duration.ofSeconds(left.toSeconds() + 1))
        : String.format(Locale.ROOT, "%.1f s", left.toMillis() / KILO);
  }

  private static String amount(long bytes) {
    return bytes < KILO * KILO
        ? String.format(Locale.ROOT, "%.1f kB", bytes / KILO)
        : String.format(Locale.ROOT, "%.1f MB", bytes / KILO / KILO);
  }

  private final class Counted<T> implements BodySubscriber<T> {

    private final BodySubscriber<T> body;

    Counted(BodySubscriber<T> body) {
      this.body = body;
    }

    @Override
    public CompletionStage<T> getBody() {
      return body.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      body.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      received(buffers);
      body.onNext(buffers);
    }

    @Override
    public void onError(Throwable failure) {
      body.onError(failure);
    }

    @Override
    public void onComplete() {
      body.onComplete();
    }
  }
}
