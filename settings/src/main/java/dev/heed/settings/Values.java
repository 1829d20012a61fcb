package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.settings.Key.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a file says at one level, for all clients or for one; later settings win. Immutable. */
record Values(List<Setting<?>> settings) {

  static final Values NONE = new Values(List.of());

  Values {
    settings = List.copyOf(settings);
  }

  boolean isEmpty() {
    return settings.isEmpty();
  }

  /** The value of a key, where one is given. */
  <T> Optional<T> get(Key<T> key) {
    Optional<T> value = Optional.empty();
    for (Setting<?> setting : settings) {
      if (setting.key() == key) {
        value = Optional.of(key.valueOf(setting));
      }
    }
    return value;
  }

  /** Lets each value do what its key says. */
  void apply(Heed.Builder plan) {
    settings.forEach(setting -> setting.apply(plan));
  }

  /** These, and others that win over them. */
  Values and(Values others) {
    List<Setting<?>> both = new ArrayList<>(settings);
    both.addAll(others.settings);
    return new Values(both);
  }

  /** Those of these keys. */
  Values of(Group group) {
    return new Values(
        settings.stream().filter(setting -> group.keys().contains(setting.key())).toList());
  }

  /** All but one. */
  Values without(Setting<?> left) {
    return new Values(settings.stream().filter(setting -> setting != left).toList());
  }
}
