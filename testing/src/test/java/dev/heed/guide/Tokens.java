package dev.heed.guide;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Where the examples get their tokens from: T1, and T2 after a refresh. */
final class Tokens {

  private final AtomicInteger number = new AtomicInteger(1);

  String current() {
    return "T" + number;
  }

  CompletionStage<String> refresh() {
    number.incrementAndGet();
    return CompletableFuture.completedFuture(current());
  }
}
