package dev.heed.delivery.policy;

import dev.heed.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Brings values into their ranges and remembers what it changed. */
final class Clamp {

  private final String prefix;
  private final List<String> adjustments = new ArrayList<>();

  /**
   * Nothing changed yet.
   *
   * @param prefix the object that the keys belong to
   */
  Clamp(String prefix) {
    this.prefix = prefix;
  }

  List<String> adjustments() {
    return List.copyOf(adjustments);
  }

  int number(String key, int value, int least, int most) {
    int used = Math.max(least, Math.min(most, value));
    if (used != value) {
      changed(key, Integer.toString(value), Integer.toString(used), value < least);
    }
    return used;
  }

  Duration duration(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0) {
      changed(key, Durations.text(value), Durations.text(least), true);
      return least;
    }
    if (value.compareTo(most) > 0) {
      changed(key, Durations.text(value), Durations.text(most), false);
      return most;
    }
    return value;
  }

  private void changed(String key, String value, String used, boolean below) {
    say(
        key,
        value + " is " + (below ? "below" : "above") + " what is allowed; " + used + " is used");
  }

  void say(String key, String what) {
    adjustments.add(prefix + "." + key + ": " + what);
  }
}
