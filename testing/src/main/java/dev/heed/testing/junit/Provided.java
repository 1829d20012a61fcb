package dev.heed.testing.junit;

import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubServer;
import dev.heed.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one test has been given. */
final class Provided {

  private final VirtualTime time = new VirtualTime();
  private @Nullable StubHttpClient stub;
  private @Nullable StubServer server;

  Object get(Class<?> type) {
    if (type == StubHttpClient.class) {
      return stub();
    }
    return type == StubServer.class ? server() : time;
  }

  private StubHttpClient stub() {
    StubHttpClient given = stub;
    if (given == null) {
      given = new StubHttpClient(time);
      stub = given;
    }
    return given;
  }

  private StubServer server() {
    StubServer given = server;
    if (given == null) {
      given = StubServer.start();
      server = given;
    }
    return given;
  }

  /**
   * Checks everything, and then closes everything whatever was found.
   *
   * @return what was found first, with the rest suppressed; null when all is well
   */
  @Nullable Throwable end() {
    List<Runnable> steps = new ArrayList<>();
    if (stub != null) {
      steps.add(stub::verifyAllCalled);
    }
    if (server != null) {
      steps.add(server::verifyAllCalled);
    }
    // Before the stub is closed, which would take back the timers of its calls.
    steps.add(time::verifyNothingPending);
    if (stub != null) {
      steps.add(stub::close);
    }
    if (server != null) {
      steps.add(server::close);
    }
    steps.add(this::closeClock);
    return firstFailure(steps);
  }

  private void closeClock() {
    try {
      time.close();
    } catch (AssertionError e) {
      // Said already, by the check before.
      return;
    }
  }

  private static @Nullable Throwable firstFailure(List<Runnable> steps) {
    Throwable first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | AssertionError e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    return first;
  }
}
