package dev.heed.cli;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Declares options, and reads their values in words that say how to mend them. */
final class Options {

  private Options() {}

  /** An option with one value. */
  static void value(CommandSpec spec, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .paramLabel(label)
            .type(String.class)
            .description(description)
            .build());
  }

  /** An option with one value, of which the shell completes the usual ones. */
  static void choice(
      CommandSpec spec, List<String> choices, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .paramLabel(label)
            .type(String.class)
            .completionCandidates(choices)
            .description(description)
            .build());
  }

  /** An option that may be given several times. */
  static void values(CommandSpec spec, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .paramLabel(label)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description(description)
            .build());
  }

  /** An option without a value. */
  static void flag(CommandSpec spec, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names).type(boolean.class).arity("0").description(description).build());
  }

  /** The text of an option, or null. */
  static @Nullable String text(ParseResult given, String name) {
    String none = null;
    return given.matchedOptionValue(name, none);
  }

  static boolean isOn(ParseResult given, String name) {
    return given.hasMatchedOption(name);
  }

  /**
   * A whole number within bounds.
   *
   * @throws Failure when it is none, or outside
   */
  static int number(String name, String text, int least, int most) throws Failure {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= least && number <= most) {
        return (int) number;
      }
    } catch (NumberFormatException e) {
      throw Failure.usage(
          String.format(
              Locale.ROOT,
              "%s: '%s' is not a whole number from %d to %d",
              name,
              Text.shown(text),
              least,
              most));
    }
    throw Failure.usage(
        name + ": " + Text.shown(text) + " is out of range; from " + least + " to " + most);
  }
}
