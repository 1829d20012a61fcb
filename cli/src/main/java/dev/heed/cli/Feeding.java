package dev.heed.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/**
 * Offers the lines of an input. On a thread of its own, since reading from a terminal or a pipe
 * cannot be interrupted; it may be left behind in the middle of a read.
 */
final class Feeding {

  private static final int MOST_TOLD = 10;

  private final EventLines lines;
  private final Sink sink;
  private final Delivering telling;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile long refused;
  private volatile boolean stopped;

  Feeding(InputStream in, Sink sink, Delivering telling) {
    this.lines = new EventLines(in);
    this.sink = sink;
    this.telling = telling;
  }

  /** Begins, and tells its end. The future fails when the input cannot be read. */
  CompletableFuture<Void> start() {
    Thread thread = new Thread(this::feed, "heed-deliver-input");
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  /** No line is offered from now on. */
  void stop() {
    stopped = true;
  }

  boolean isDone() {
    return end.isDone() && !end.isCompletedExceptionally();
  }

  /** How many lines were not accepted. */
  long refused() {
    return refused;
  }

  private void feed() {
    try {
      byte[] line = lines.next();
      while (line != null && !stopped) {
        String why = sink.offer(line);
        if (!why.isEmpty() && !stopped) {
          tell(why);
        }
        line = lines.next();
      }
      end.complete(null);
    } catch (IOException | RuntimeException e) {
      end.completeExceptionally(e);
    }
  }

  private void tell(String why) {
    long number = refused + 1;
    refused = number;
    if (number <= MOST_TOLD) {
      telling.say("line " + lines.number() + " is not accepted: " + Text.shown(why));
    } else if (number == MOST_TOLD + 1) {
      telling.say("more lines are not accepted, and are only counted from here on");
    }
  }
}
