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

  /** A duration, of zero or more, or a word that stands for another one. */
  static ValueType<Duration> durationOr(String example, String name, Duration value) {
    return ValueType.word(
        "a duration, or `" + name + "`",
        example,
        "{\"anyOf\": [" + DURATION_SCHEMA + ", {\"const\": \"" + name + "\"}]}",
        word -> word.text().equals(name) ? value : readDuration(word));
  }

  /** A duration in whole seconds, of at least one. */
  static ValueType<Duration> seconds(String example) {
    return ValueType.word(
        "a duration in whole seconds", example, DURATION_SCHEMA, ValueTypes::readSeconds);
  }

  private static Duration readSeconds(Scalar word) {
    Duration duration = readDuration(word);
    boolean whole = duration.toNanosPart() == 0;
    if (!whole || duration.isZero() || duration.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          Durations.text(duration) + " is not a number of whole seconds, at least one; write 30s");
    }
    return duration;
  }

  /** A duration of at least this. */
  static ValueType<Duration> durationFrom(String example, Duration least) {
    return ValueType.word(
        "a duration of at least " + Durations.text(least),
        example,
        DURATION_SCHEMA,
        word -> readDurationFrom(word, least));
  }

  private static Duration readDurationFrom(Scalar word, Duration least) {
    Duration duration = readDuration(word);
    if (duration.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          Durations.text(duration) + " is too short; write at least " + Durations.text(least));
    }
    return duration;
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
    int most = Integer.MAX_VALUE;
    return ValueType.word(
        "a whole number from " + least + ", or `" + name + "`",
        example,
        "{\"anyOf\": [" + numberSchema(least, most) + ", {\"const\": \"" + name + "\"}]}",
        word -> word.text().equals(name) ? value : readNumber(word, least, most));
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
  static ValueType<Double> decimal(String example, String least, String most) {
    return ValueType.word(
        "a number from " + least + " to " + most,
        example,
        decimalSchema(least, most),
        word -> readDecimal(word, least, most));
  }

  /** A number, with or without a fraction, or a word that stands for one. */
  static ValueType<Double> decimalOr(
      String example, String least, String most, String name, double value) {
    return ValueType.word(
        "a number from " + least + " to " + most + ", or `" + name + "`",
        example,
        "{\"anyOf\": [" + decimalSchema(least, most) + ", {\"const\": \"" + name + "\"}]}",
        word -> word.text().equals(name) ? Double.valueOf(value) : readDecimal(word, least, most));
  }

  private static String decimalSchema(String least, String most) {
    return "{\"type\": \"number\", \"minimum\": " + least + ", \"maximum\": " + most + "}";
  }

  private static Double readDecimal(Scalar word, String least, String most) {
    String text = Words.shown(word.text());
    boolean percent = text.matches("[0-9]{1,3}(\\.[0-9]{1,3})?\\s*%");
    if (percent || !text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")) {
      String meant = percent && most.equals("1") ? ", such as 0.2 for 20 %" : "";
      throw new IllegalArgumentException(
          "'%s' is not a number; write one from %s to %s%s".formatted(text, least, most, meant));
    }
    if (!word.plain()) {
      throw new IllegalArgumentException(
          "'%s' is in quotes, so it is text; write it without".formatted(text));
    }
    double number = Double.parseDouble(text);
    if (number < Double.parseDouble(least) || number > Double.parseDouble(most)) {
      throw new IllegalArgumentException(
          "%s is out of range; write a number from %s to %s".formatted(text, least, most));
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
