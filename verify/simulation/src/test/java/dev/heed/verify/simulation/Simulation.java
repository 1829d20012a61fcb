package dev.heed.verify.simulation;

import dev.heed.Heed;
import dev.heed.retry.CallOptions;
import dev.heed.testing.VirtualTime;
import dev.heed.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One run of a scenario: the real engine with its asynchronous driver, on a clock that stands still
 * while anything is done, on one thread. Nothing of Heed is modeled; the clients, the server and
 * the way between them are.
 */
final class Simulation {

  /** The last call begins before this instant. */
  static final long END = 80 * Server.SECOND;

  /** More than any call can take. */
  private static final Duration LONG = Duration.ofMinutes(10);

  /** Some hundred thousand calls end badly. Loggers are weakly held, so this one is kept. */
  private static final Logger LIBRARY = Logger.getLogger("dev.heed");

  private final Scenario scenario;
  private final VirtualTime time;
  private final long origin;
  private final Load load;
  private final Server server;
  private final Tally tally;
  private final List<Side> sides = new ArrayList<>();

  /** The calls of one plan, and what the server has asked of them. */
  private static final class Side {

    final Heed plan;
    long hint;

    Side(Heed plan) {
      this.plan = plan;
    }
  }

  private Simulation(Scenario scenario, long seed) {
    this.scenario = scenario;
    time = new VirtualTime().seed(seed);
    origin = time.nanoTime();
    Chance chance = new Chance(seed + 1);
    load = scenario.inStep() ? Load.inStep(END, chance) : Load.steady(END, chance);
    server = new Server(scenario.hints(), new Chance(seed + 2));
    tally = new Tally(load, END);
  }

  /** Runs a scenario until its last call has ended. */
  static Tally run(Scenario scenario, long seed) {
    LIBRARY.setLevel(Level.OFF);
    return new Simulation(scenario, seed).run();
  }

  private Tally run() {
    for (int i = 0; i < scenario.plans(); i++) {
      sides.add(new Side(scenario.plan(time)));
    }
    schedule(0);
    time.advance(LONG);
    time.close();
    return tally;
  }

  /** One timer for all calls to come, since a clock with fewer timers is quicker. */
  private void schedule(int call) {
    if (call < load.size()) {
      var unused =
          time.schedule(
              origin + load.at(call),
              () -> {
                begin(call);
                schedule(call + 1);
              });
    }
  }

  private void begin(int call) {
    Side side = sides.get(load.client(call) % sides.size());
    var unused =
        side.plan
            .engine()
            .start(new SimulatedCall(new Wire(side)), CallOptions.none())
            .whenComplete(
                (answer, failure) ->
                    tally.ended(call, now(), failure == null && answer.status() == 200));
  }

  private long now() {
    return time.nanoTime() - origin;
  }

  /** The way of one call to the server and back. */
  final class Wire {

    private final Side side;
    private long ownHint;

    private Wire(Side side) {
      this.side = side;
    }

    /** A request arrives at the server. */
    Answer send(int attempt) {
      long now = now();
      tally.sent(attempt, now);
      if (now < side.hint) {
        tally.insideHint(now < ownHint);
      }
      return server.answer(now);
    }

    /** Later on the clock. */
    TimeSource.Timer after(long nanos, Runnable task) {
      return time.schedule(time.nanoTime() + nanos, task);
    }

    /** An answer has come back, which may ask for time. */
    void arrived(Answer answer) {
      for (String seconds : answer.fields().getOrDefault("Retry-After", List.of())) {
        ownHint = now() + Long.parseLong(seconds) * Server.SECOND;
        side.hint = Math.max(side.hint, ownHint);
      }
    }
  }
}
