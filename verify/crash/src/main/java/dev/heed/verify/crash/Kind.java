package dev.heed.verify.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A kind of rounds.
 *
 * @param name of the kind
 * @param text what happens in it, for people
 * @param rounds how many of them the whole run has
 * @param scenario what happens
 */
record Kind(String name, String text, int rounds, Scenario scenario) {

  private static final int AT_A_POINT = 30;

  /** All kinds, in the order of the report. */
  static List<Kind> all() {
    List<Kind> kinds = new ArrayList<>();
    for (Point point : Point.values()) {
      String name = point.name().toLowerCase(Locale.ROOT).replace('_', '-');
      kinds.add(new Kind(name, "killed " + point.text(), AT_A_POINT, Kills.at(point)));
    }
    kinds.add(new Kind("any-moment", "killed at any moment", 200, Kills::anywhere));
    kinds.add(trouble("full-disk", "no room: one write in so many fails", Trouble.Kind.FULL));
    kinds.add(trouble("short-write", "no room: writes end in the middle", Trouble.Kind.SHORT));
    kinds.add(trouble("failing-fsync", "fsync fails", Trouble.Kind.FSYNC));
    kinds.add(trouble("failing-delete", "files cannot be deleted", Trouble.Kind.DELETE));
    kinds.add(new Kind("full-mount", "a file system that is full", 4, FullMount.SCENARIO));
    kinds.add(new Kind("two-processes", "a second process comes", 10, Hardships::twoProcesses));
    kinds.add(new Kind("clock-ahead", "the clock jumps a year ahead", 10, Hardships.clock(1)));
    kinds.add(new Kind("clock-back", "the clock jumps a year back", 10, Hardships.clock(-1)));
    kinds.add(new Kind("stuck-429", "a server is stuck at 429", 10, Hardships::stuck));
    return kinds;
  }

  private static Kind trouble(String name, String text, Trouble.Kind kind) {
    return new Kind(name, text, 10, Hardships.trouble(kind));
  }

  /** The name of a round, by which it can be run again. */
  String round(long number) {
    return name + ":" + number;
  }
}
