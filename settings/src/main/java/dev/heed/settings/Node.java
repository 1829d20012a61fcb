package dev.heed.settings;

import java.util.List;

/** A part of a file, with its place. */
sealed interface Node {

  Position at();

  /** A word, a number, or nothing. */
  record Scalar(Position at, String text, boolean plain) implements Node {

    /** Whether nothing stands here, or a word that YAML reads as nothing. */
    boolean isNothing() {
      return plain
          && (text.isEmpty()
              || text.equals("~")
              || text.equals("null")
              || text.equals("Null")
              || text.equals("NULL"));
    }
  }

  /** A list. */
  record Items(Position at, List<Node> items) implements Node {}

  /** Keys with their values, in the order of the file. A key may be there twice. */
  record Section(Position at, List<Entry> entries) implements Node {}

  /** What has already been told to be wrong. */
  record Broken(Position at) implements Node {}

  /** A key with its value. */
  record Entry(Position at, String key, Node value) {}
}
