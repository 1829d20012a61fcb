package dev.heed.settings;

import dev.heed.settings.Node.Scalar;
import dev.heed.text.Words;
import dev.heed.time.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of value that there are. */
final class ValueTypes {

  private static final String DURATION_SCHEMA =
      "{\"type\": \"string\","
          + " \"pattern\": \"^([0-9]{1,18}(\\\\.[0-9]{1,9})?(ms|s|m|h)|[Pp].+)$\"}";

  private static final String TOKEN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";
  private static final Pattern TOKEN_PATTERN = Pattern.compile(TOKEN);
  private static final String TOKEN_SCHEMA =
      "{\"type\": \"string\", \"pattern\": \"" + TOKEN + "\"}";

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})(B|KiB|MiB|GiB)");
  private static final Pattern NEARLY_SIZE =
      Pattern.compile("([0-9]{1,12})\\s*([kmg]?)(?:i?b|bytes)?", Pattern.CASE_INSENSITIVE);

  private ValueTypes() {}

  /** A duration, of zero or more. */
  static ValueType<Duration> duration(String example) {
    return ValueType.word("a duration", example, DURATION_SCHEMA, ValueTypes::readDuration);
  }

  /** A duration longer than zero; empty for {@code none}. */
  static ValueType<Optional<Duration>> limit(String example) {
    return ValueType.word(
        "a duration longer than 0, or `none`",
        example,
        "{\"anyOf\": [" + DURATION_SCHEMA + ", {\"const\": \"none\"}]}",
        ValueTypes::readLimit);
  }

  private static Duration readDuration(Scalar word) {
    return Durations.parse(Words.shown(word.text()));
  }

  private static Optional<Duration> readLimit(Scalar word) {
    if (word.text().equals("none")) {
      return Optional.empty();
    }
    Duration limit = readDuration(word);
    if (limit.isZero()) {
      throw new IllegalArgumentException("a limit must be longer than 0; write 'none' for none");
    }
    return Optional.of(limit);
  }

  /** A whole number from a least to a most. */
  static ValueType<Integer> number(String example, int least, int most) {
    return ValueType.word(
        "a whole number from " + least + (most == Integer.MAX_VALUE ? "" : " to " + most),
        example,
        numberSchema(least, most),
        word -> readNumber(word, least, most));
  }

  /** A whole number, or a word that stands for one. */
  static ValueType<Integer> numberOr(String example, int least, String name, int value) {
    return ValueType.word(
        "a whole number from " + least + ", or `" + name + "`",
        example,
        "{\"anyOf\": ["
            + numberSchema(least, Integer.MAX_VALUE)
            + ", {\"const\": \""
            + name
            + "\"}]}",
        word -> word.text().equals(name) ? value : readNumber(word, least, Integer.MAX_VALUE));
  }

  /** A list of whole numbers from a least to a most. */
  static ValueType<List<Integer>> numbers(String name, String example, int least, int most) {
    return ValueType.list(
        name, example, numberSchema(least, most), word -> readNumber(word, least, most));
  }

  private static String numberSchema(int least, int most) {
    return "{\"type\": \"integer\", \"minimum\": " + least + ", \"maximum\": " + most + "}";
  }

  private static int readNumber(Scalar word, int least, int most) {
    String text = Words.shown(word.text());
    if (!text.matches("[-+]?[0-9]+")) {
      throw new IllegalArgumentException(
          "'%s' is not a whole number; write one from %d to %d".formatted(text, least, most));
    }
    if (!word.plain()) {
      throw new IllegalArgumentException(
          "'%s' is in quotes, so it is text; write it without".formatted(text));
    }
    long number = text.length() > 15 ? Long.MAX_VALUE : Long.parseLong(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "%s is out of range; write a whole number from %d to %d".formatted(text, least, most));
    }
    return (int) number;
  }

  /** A number, with or without a fraction. */
  static ValueType<Double> decimal(String example, int least, int most) {
    return ValueType.word(
        "a number from " + least + " to " + most,
        example,
        "{\"type\": \"number\", \"minimum\": " + least + ", \"maximum\": " + most + "}",
        word -> readDecimal(word, least, most));
  }

  private static double readDecimal(Scalar word, int least, int most) {
    String text = Words.shown(word.text());
    boolean percent = text.matches("[0-9]{1,3}(\\.[0-9]{1,3})?\\s*%");
    if (percent || !text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")) {
      String meant = percent ? ", such as 0.2 for 20 %" : "";
      throw new IllegalArgumentException(
          "'%s' is not a number; write one from %d to %d%s".formatted(text, least, most, meant));
    }
    if (!word.plain()) {
      throw new IllegalArgumentException(
          "'%s' is in quotes, so it is text; write it without".formatted(text));
    }
    double number = Double.parseDouble(text);
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "%s is out of range; write a number from %d to %d".formatted(text, least, most));
    }
    return number;
  }

  /** {@code true} or {@code false}. */
  static ValueType<Boolean> yesOrNo() {
    return ValueType.word(
        "`true` or `false`", "true", "{\"type\": \"boolean\"}", ValueTypes::readYesOrNo);
  }

  private static boolean readYesOrNo(Scalar word) {
    if (word.plain() && (word.text().equals("true") || word.text().equals("false"))) {
      return word.text().equals("true");
    }
    boolean no =
        switch (word.text().toLowerCase(Locale.ROOT)) {
          case "false", "no", "off", "n", "0" -> true;
          default -> false;
        };
    throw new IllegalArgumentException(
        "'%s' is neither true nor false; write %s".formatted(Words.shown(word.text()), !no));
  }

  /** Words with their values, in this order. */
  static <T> Map<String, T> words(String first, T firstValue, String second, T secondValue) {
    Map<String, T> words = new LinkedHashMap<>();
    words.put(first, firstValue);
    words.put(second, secondValue);
    return words;
  }

  /** Three words with their values, in this order. */
  static <T> Map<String, T> words(
      String first, T firstValue, String second, T secondValue, String third, T thirdValue) {
    Map<String, T> words = words(first, firstValue, second, secondValue);
    words.put(third, thirdValue);
    return words;
  }

  /** One of some words. */
  static <T> ValueType<T> choice(Map<String, T> words) {
    List<String> names = List.copyOf(words.keySet());
    return ValueType.word(
        names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")),
        names.get(0),
        names.stream()
            .map(name -> "\"" + name + "\"")
            .collect(Collectors.joining(", ", "{\"enum\": [", "]}")),
        word -> readChoice(word, names, words));
  }

  private static <T> T readChoice(Scalar word, List<String> names, Map<String, T> words) {
    T value = words.get(word.text());
    if (value != null) {
      return value;
    }
    String text = Words.shown(word.text());
    String meant =
        Words.nearest(text, names).map(near -> ", did you mean '" + near + "'").orElse("");
    throw new IllegalArgumentException(
        "unknown value '%s'%s; there are %s".formatted(text, meant, String.join(", ", names)));
  }

  /** The name of a header; empty for {@code none}. */
  static ValueType<Optional<String>> header(String example) {
    return ValueType.word(
        "the name of a header, or `none`",
        example,
        TOKEN_SCHEMA,
        word -> word.text().equals("none") ? Optional.empty() : Optional.of(readToken(word)));
  }

  /** Text that other readers of YAML take for text too. */
  private static String text(Scalar word) {
    if (word.plain() && word.text().matches("true|false|[-+]?[0-9]+(\\.[0-9]+)?")) {
      throw new IllegalArgumentException(
          "'%s' is no text without quotes; put it into quotes".formatted(Words.shown(word.text())));
    }
    return Words.shown(word.text());
  }

  private static String readToken(Scalar word) {
    String text = text(word);
    if (!TOKEN_PATTERN.matcher(text).matches()) {
      throw new IllegalArgumentException("'%s' cannot be the name of a header".formatted(text));
    }
    return text;
  }

  /** A list of methods, in capitals as on the wire. */
  static ValueType<List<String>> methods() {
    return ValueType.list(
        "a list of methods",
        "[GET, PUT]",
        "{\"type\": \"string\", \"pattern\": \"^[!#$%&'*+.^_`|~0-9A-Z-]+$\"}",
        ValueTypes::readMethod);
  }

  private static String readMethod(Scalar word) {
    String text = text(word);
    if (!TOKEN_PATTERN.matcher(text).matches()) {
      throw new IllegalArgumentException("'%s' is not a method; write GET".formatted(text));
    }
    String upper = text.toUpperCase(Locale.ROOT);
    if (!upper.equals(text)) {
      throw new IllegalArgumentException(
          "'%s' is not a method, did you mean '%s'".formatted(text, upper));
    }
    return text;
  }

  /** A number of bytes. */
  static ValueType<Long> size(String example, long most) {
    return ValueType.word(
        "a size in `B`, `KiB`, `MiB` or `GiB`",
        example,
        "{\"type\": \"string\", \"pattern\": \"^[0-9]{1,12}(B|KiB|MiB|GiB)$\"}",
        word -> readSize(Words.shown(word.text()), most));
  }

  private static long readSize(String text, long most) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      Matcher nearly = NEARLY_SIZE.matcher(text);
      String unit = nearly.matches() ? nearly.group(2).toUpperCase(Locale.ROOT) : "";
      String meant = unit.isEmpty() ? "B" : unit + "iB";
      throw new IllegalArgumentException(
          nearly.matches()
              ? "'%s' is not a size, did you mean '%s%s'".formatted(text, nearly.group(1), meant)
              : "'%s' is not a size; write 64KiB or 1MiB".formatted(text));
    }
    int shift =
        switch (size.group(2)) {
          case "B" -> 0;
          case "KiB" -> 10;
          case "MiB" -> 20;
          default -> 30;
        };
    long number = Long.parseLong(size.group(1));
    if (number > most >> shift) {
      throw new IllegalArgumentException(text + " is too much; at most " + most + "B");
    }
    return number << shift;
  }
}
