package dev.heed.settings;

import dev.heed.Heed;
import dev.heed.settings.Node.Entry;
import java.util.Optional;
import java.util.function.BiConsumer;

/** One key of the tree, with what may stand behind it and what that does. */
final class Key<T> {

  private final String name;
  private final ValueType<T> type;
  private final String usual;
  private final String description;
  private final BiConsumer<? super Heed.Builder, ? super T> effect;

  /**
   * A key.
   *
   * @param name as it stands in a file
   * @param type what may stand behind it
   * @param usual what applies where it is not said, as it would be written
   * @param description for the documentation and for editors: sentences
   * @param effect what a value does to a plan
   */
  Key(
      String name,
      ValueType<T> type,
      String usual,
      String description,
      BiConsumer<? super Heed.Builder, ? super T> effect) {
    this.name = name;
    this.type = type;
    this.usual = usual;
    this.description = description;
    this.effect = effect;
  }

  String name() {
    return name;
  }

  ValueType<T> type() {
    return type;
  }

  String usual() {
    return usual;
  }

  String description() {
    return description;
  }

  /** The value of this key in a file; empty when it is wrong, which has then been told. */
  Optional<Setting<T>> read(Entry entry, Problems problems) {
    return type.read(entry, problems).map(value -> new Setting<>(entry.at(), this, value));
  }

  /** The value of a setting of this key. */
  @SuppressWarnings("unchecked") // A setting has the type of its key.
  T valueOf(Setting<?> setting) {
    if (setting.key != this) {
      throw new IllegalArgumentException(setting.key.name + " is not " + name);
    }
    return (T) setting.value;
  }

  /** A value that a file gives to a key. */
  static final class Setting<T> {

    private final Position at;
    private final Key<T> key;
    private final T value;

    Setting(Position at, Key<T> key, T value) {
      this.at = at;
      this.key = key;
      this.value = value;
    }

    Position at() {
      return at;
    }

    Key<T> key() {
      return key;
    }

    void apply(Heed.Builder plan) {
      key.effect.accept(plan, value);
    }
  }
}
