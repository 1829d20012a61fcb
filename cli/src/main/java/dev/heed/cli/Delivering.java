package dev.heed.cli;

import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.DeliveryStatus;
import dev.heed.delivery.EventOutcome;
import dev.heed.delivery.UploadReport;
import dev.heed.delivery.policy.DropReason;
import dev.heed.time.TimeSource;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells on standard error how a delivery goes: one line that changes on a terminal; elsewhere a
 * line for each upload that failed, and one now and then, so that a log shows that it goes on.
 */
final class Delivering implements DeliveryListener {

  private static final long REFRESH_NANOS = 200_000_000;
  private static final long QUIET_NANOS = 30_000_000_000L;
  private static final int COLUMNS = 79;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final Paint paint;
  private final boolean live;
  private final TimeSource time;
  private final Set<DropReason> told = EnumSet.noneOf(DropReason.class);
  private String last = "";
  private boolean shown;
  private boolean ended;
  private TimeSource.@Nullable Timer refresh;
  private @Nullable Supplier<DeliveryStatus> status;

  Delivering(Terminal terminal, TimeSource time) {
    this.err = terminal.err();
    this.paint = terminal.errPaint();
    this.live = terminal.errIsTerminal();
    this.time = time;
  }

  /** Begins to show how the queue is doing. */
  void watch(Supplier<DeliveryStatus> queue) {
    synchronized (this) {
      status = queue;
      if (!live) {
        again(QUIET_NANOS);
        return;
      }
    }
    refresh();
  }

  private void again(long nanos) {
    refresh = time.schedule(time.nanoTime() + nanos, this::refresh);
  }

  @Override
  public synchronized void uploaded(UploadReport report) {
    boolean good = report.status().orElse(0) / 100 == 2;
    last = good ? "" : told(report);
    if (!good && !live) {
      say(last);
    }
  }

  private String told(UploadReport report) {
    String ended =
        report
            .failure()
            .map(Failures::brief)
            .orElseGet(() -> Integer.toString(report.status().orElse(0)));
    return "batch "
        + report.batch()
        + ", attempt "
        + report.attempt()
        + ": "
        + ended
        + "; "
        + Text.shown(report.verdict())
        + report.again().map(again -> ", again in " + left(again)).orElse("");
  }

  private String left(Instant again) {
    Duration left = Duration.between(time.now(), again);
    return String.format(Locale.ROOT, "%.1f s", Math.max(0, left.toMillis()) / 1000.0);
  }

  /** Of each reason one event is enough; the dead letter has them all. */
  @Override
  public synchronized void settled(EventOutcome outcome) {
    outcome
        .reason()
        .filter(told::add)
        .ifPresent(reason -> say("dropped, " + reason + ": " + Text.shown(outcome.why())));
  }

  @Override
  public synchronized void trouble(String what, Throwable failure) {
    say(Text.shown(what + ": " + failure.getMessage()));
  }

  /** Tells one line, above the one that changes. */
  synchronized void say(String line) {
    clear();
    err.println(paint.faint("heed deliver:") + " " + line);
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

  private void refresh() {
    Supplier<DeliveryStatus> queue = watched();
    if (queue != null) {
      // Asked without our lock: the queue may be about to tell us something, and hold its own.
      show(queue.get());
    }
  }

  private synchronized @Nullable Supplier<DeliveryStatus> watched() {
    return ended ? null : status;
  }

  private synchronized void show(DeliveryStatus now) {
    if (ended) {
      return;
    }
    String line = line(now);
    if (!live) {
      say(line);
      again(QUIET_NANOS);
      return;
    }
    err.print(CLEAR + paint.faint(line.length() > COLUMNS ? line.substring(0, COLUMNS) : line));
    err.flush();
    shown = true;
    again(REFRESH_NANOS);
  }

  private String line(DeliveryStatus now) {
    String paused = now.pausedUntil().map(until -> ", paused for " + left(until)).orElse("");
    return String.format(Locale.ROOT, "%,d delivered, %,d pending", now.delivered(), now.pending())
        + (now.dropped() == 0 ? "" : String.format(Locale.ROOT, ", %,d dropped", now.dropped()))
        + paused
        + (last.isEmpty() ? "" : "; " + last);
  }
}
