package dev.heed.verify.crash;

import dev.heed.time.TimeSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the command was told. */
final class Options {

  private final Map<String, String> values = new HashMap<>();

  private Options() {}

  /**
   * Reads pairs of a name and a value.
   *
   * @throws IllegalArgumentException when they are no such pairs
   */
  static Options of(String[] arguments) {
    Options options = new Options();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "an option and its value are expected, not " + arguments[i]);
      }
      options.values.put(arguments[i].substring(2), arguments[i + 1]);
    }
    return options;
  }

  /** The working folder of the rounds. */
  Path folder() {
    return Path.of(values.getOrDefault("folder", "target/rounds")).toAbsolutePath();
  }

  /** Where the report goes; null for nowhere. */
  @Nullable Path report() {
    String report = values.get("report");
    return report == null || values.containsKey("round") ? null : Path.of(report);
  }

  int lanes() {
    return Integer.parseInt(values.getOrDefault("lanes", "2"));
  }

  /** How many rounds of a kind are to be run. */
  int rounds(Kind kind) {
    String round = values.get("round");
    if (round != null) {
      return round.startsWith(kind.name() + ":") ? 1 : 0;
    }
    String most = values.get("rounds");
    return most == null ? kind.rounds() : Math.min(kind.rounds(), Integer.parseInt(most));
  }

  /** The number of the first round. */
  long seed() {
    String round = values.get("round");
    if (round != null) {
      return Long.parseLong(round.substring(round.indexOf(':') + 1));
    }
    return Long.parseLong(values.computeIfAbsent("seed", unused -> fresh()));
  }

  private static String fresh() {
    return Long.toString(((long) (TimeSource.system().random() * 1_000_000)) * 1_000);
  }
}
