package dev.heed.verify.concurrency;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/** Runs scenarios under many interleavings of their threads. */
public final class Interleavings {

  private static final int RUNS = Integer.getInteger("heed.interleavings", 200);

  /**
   * The tasks that run. Lincheck switches threads only where objects are used that it has seen
   * threads share, and the threads of later JDKs do not show it what they are given.
   */
  private static volatile List<Runnable> shared = List.of();

  private Interleavings() {}

  /** Fails when an interleaving breaks the scenario, and prints the interleaving. */
  public static void explore(Runnable scenario) {
    Lincheck.runConcurrentTest(RUNS, scenario);
  }

  /** Fails when no interleaving breaks the scenario with this message. */
  public static void finds(String message, Runnable scenario) {
    assertThatThrownBy(() -> explore(scenario))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining(message);
  }

  /** Runs these at the same time, to their ends. */
  public static void together(Runnable... tasks) {
    shared = List.of(tasks);
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : shared) {
      threads.add(new Thread(task));
    }
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Without an assertion library, whose every step would be watched. */
  public static void check(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }
}
