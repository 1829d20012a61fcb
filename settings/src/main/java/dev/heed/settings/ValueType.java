package dev.heed.settings;

import dev.heed.settings.Node.Broken;
import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Items;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import dev.heed.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What may stand behind a key.
 *
 * @param name for people, such as {@code a duration}
 * @param example a value that is right, as written
 * @param schema the same as a JSON Schema, so that an editor finds most of what this finds
 * @param reader gives the value, or throws an {@link IllegalArgumentException} that says how to
 *     write it
 */
record ValueType<T>(String name, String example, String schema, Reader<T> reader) {

  /** Reads a value where it is neither missing nor broken. */
  @FunctionalInterface
  interface Reader<T> {

    Optional<T> read(Node value, Complaints complaints);
  }

  /** Told what is wrong with a value. */
  @FunctionalInterface
  interface Complaints {

    void add(Position at, String message);
  }

  /** Reads one word. */
  @FunctionalInterface
  interface WordReader<T> {

    /**
     * The value.
     *
     * @throws IllegalArgumentException that says how to write it
     */
    T read(Scalar word);
  }

  /** The value of a key; empty when it is wrong, which has then been told. */
  Optional<T> read(Entry entry, Problems problems) {
    if (entry.value() instanceof Broken) {
      return Optional.empty();
    }
    if (entry.value() instanceof Scalar word && word.isNothing()) {
      problems.add(
          entry.at(),
          entry.key() + " has no value; write '" + entry.key() + ": " + example + "' or remove it");
      return Optional.empty();
    }
    return reader.read(
        entry.value(), (at, message) -> problems.add(at, entry.key() + ": " + message));
  }

  /** One word, number or duration. */
  static <T> ValueType<T> word(
      String name, String example, String schema, WordReader<? extends T> reader) {
    return new ValueType<>(
        name,
        example,
        schema,
        (value, complaints) -> {
          if (value instanceof Scalar word) {
            return one(word, reader, complaints);
          }
          complaints.add(
              value.at(), "expected " + name + ", but found " + kind(value) + "; write " + example);
          return Optional.empty();
        });
  }

  /** A list of words, numbers or durations. */
  static <T> ValueType<List<T>> list(
      String name, String example, String itemSchema, WordReader<? extends T> reader) {
    return new ValueType<>(
        name,
        example,
        "{\"type\": \"array\", \"items\": " + itemSchema + "}",
        (value, complaints) -> items(value, name, example, reader, complaints));
  }

  private static <T> Optional<List<T>> items(
      Node value,
      String name,
      String example,
      WordReader<? extends T> reader,
      Complaints complaints) {
    if (!(value instanceof Items list)) {
      complaints.add(
          value.at(), "expected " + name + ", but found " + kind(value) + "; write " + example);
      return Optional.empty();
    }
    List<T> read = new ArrayList<>();
    for (Node item : list.items()) {
      if (item instanceof Scalar word && !word.isNothing()) {
        ValueType.<T>one(word, reader, complaints).ifPresent(read::add);
      } else if (!(item instanceof Broken)) {
        complaints.add(item.at(), "expected one word, but found " + kind(item));
      }
    }
    return read.size() == list.items().size() ? Optional.of(read) : Optional.empty();
  }

  private static <T> Optional<T> one(
      Scalar word, WordReader<? extends T> reader, Complaints complaints) {
    try {
      return Optional.of(reader.read(word));
    } catch (IllegalArgumentException e) {
      complaints.add(word.at(), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  static String kind(Node value) {
    if (value instanceof Scalar word) {
      return word.isNothing() ? "nothing" : "'" + Words.shown(word.text()) + "'";
    }
    return value instanceof Section ? "keys" : "a list";
  }

  /** The same with another value made of each. */
  <S> ValueType<S> map(Function<? super T, ? extends S> mapped) {
    return new ValueType<>(
        name, example, schema, (value, complaints) -> reader.read(value, complaints).map(mapped));
  }

  /** One type for words, another one for lists. */
  static <T> ValueType<T> wordOrList(ValueType<T> word, ValueType<T> list) {
    return new ValueType<>(
        word.name() + ", or " + list.name(),
        word.example(),
        "{\"anyOf\": [" + word.schema() + ", " + list.schema() + "]}",
        (value, complaints) ->
            (value instanceof Items ? list : word).reader().read(value, complaints));
  }
}
