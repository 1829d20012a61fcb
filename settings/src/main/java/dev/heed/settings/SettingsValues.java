package dev.heed.settings;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.settings.Key.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says: for all clients, and for each.
 *
 * @param clients by name, in the order of the file
 */
record SettingsValues(Level defaults, Map<String, Level> clients) {

  /**
   * What a file says of one client, or of all of them.
   *
   * @param whole whether every value could be read
   */
  record Level(Position at, Values own, boolean whole) {

    static final Level NOTHING = new Level(Position.START, Values.NONE, true);

    /** This level, and what is said of the same in another place. */
    Level and(Level again) {
      return new Level(at, own.and(again.own), whole && again.whole);
    }
  }

  ClientSettings toSettings() {
    ClientSettings.Builder settings = ClientSettings.builder();
    settings.defaults(plan -> KeyTree.apply(defaults.own, Values.NONE, plan));
    clients.forEach(
        (name, client) ->
            settings.client(name, plan -> KeyTree.apply(client.own, defaults.own, plan)));
    return settings.build();
  }

  /**
   * Tells what is wrong with values that are right each by itself, where all of them are known.
   * Blamed is the last setting without which it would not be wrong.
   */
  void check(Problems problems) {
    if (!defaults.whole) {
      return;
    }
    List<String> ofDefaults = violations(defaults.own, Values.NONE);
    tell(ofDefaults, defaults.at, Values.NONE, problems);
    for (Level client : clients.values()) {
      if (client.whole) {
        List<String> violations = new ArrayList<>(violations(defaults.own, client.own));
        violations.removeAll(ofDefaults);
        tell(violations, client.at, client.own, problems);
      }
    }
  }

  private void tell(List<String> violations, Position at, Values own, Problems problems) {
    for (String violation : violations) {
      problems.add(culprit(violation, own).orElse(at), KeyTree.asWritten(violation));
    }
  }

  private Optional<Position> culprit(String violation, Values own) {
    Values all = defaults.own;
    return all.and(own).settings().stream()
        .filter(left -> !violations(all.without(left), own.without(left)).contains(violation))
        .map(Setting::at)
        .max(Comparator.naturalOrder());
  }

  private static List<String> violations(Values defaults, Values own) {
    Heed.Builder plan =
        Heed.builder("check").defaults(all -> KeyTree.apply(defaults, Values.NONE, all));
    KeyTree.apply(own, defaults, plan);
    return plan.violations();
  }
}
