package dev.heed.settings;

import dev.heed.Heed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The keys of a client, in one table: the reader, the documentation and the schema for editors are
 * made of it. A new kind of stage gets a group here.
 */
final class KeyTree {

  /** The section that all clients share. */
  static final String DEFAULTS = "defaults";

  /** The section with the clients, by name. */
  static final String CLIENTS = "clients";

  /** The key that switches a section on or off. */
  static final String ENABLED = "enabled";

  private static final Pattern CAPITAL = Pattern.compile("([a-z0-9])([A-Z])");
  private static final Pattern CAMEL_CASE = Pattern.compile("\\b[a-z]+(?:[A-Z][a-z]*)+\\b");

  /** All groups in the order of the documentation; the keys directly below a client come first. */
  static final List<Group> GROUPS =
      List.of(
          PlanKeys.TOP,
          RetryKeys.RETRY,
          HedgeKeys.HEDGE,
          GuardKeys.RETRY_BUDGET,
          GuardKeys.COOLDOWN,
          BreakerKeys.BREAKER,
          PlanKeys.BODY_BUFFER,
          StageKeys.PER_CALL,
          StageKeys.PER_ATTEMPT);

  private KeyTree() {}

  /** The keys that stand directly below a client. */
  static Group top() {
    return GROUPS.get(0);
  }

  /** The section with this name. */
  static Optional<Group> section(String name) {
    return GROUPS.stream()
        .filter(group -> !name.isEmpty() && group.name().equals(name))
        .findFirst();
  }

  /** What may stand directly below a client: keys and sections. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    top().keys().forEach(key -> names.add(key.name()));
    GROUPS.stream().skip(1).forEach(group -> names.add(group.name()));
    return names;
  }

  /** A name in other writing, such as in camel case or with underscores, as a key is written. */
  static String asKey(String name) {
    return CAPITAL.matcher(name.replace('_', '-')).replaceAll("$1-$2").toLowerCase(Locale.ROOT);
  }

  /**
   * A message about settings in Java as it is for a file: {@code callTimeout} is {@code
   * call-timeout} there.
   */
  static String asWritten(String message) {
    return CAMEL_CASE
        .matcher(message)
        .replaceAll(
            word -> {
              String key = asKey(word.group());
              boolean known = place(key).isPresent();
              return Matcher.quoteReplacement(known ? key : word.group());
            });
  }

  /** All keys and sections; what stands directly below a client comes first. */
  static List<String> allNames() {
    List<String> all = new ArrayList<>(names());
    GROUPS.stream().skip(1).flatMap(group -> group.keys().stream()).forEach(k -> all.add(k.name()));
    return all;
  }

  /** Where a key stands; one that stands in two sections means the same in both. */
  static Optional<String> place(String key) {
    if (names().contains(key)) {
      return Optional.of("directly below the client");
    }
    String sections =
        GROUPS.stream()
            .filter(group -> !key.equals(ENABLED) && group.key(key).isPresent())
            .map(group -> "'" + group.name() + "'")
            .collect(Collectors.joining(" or "));
    return sections.isEmpty() ? Optional.empty() : Optional.of("under " + sections);
  }

  /**
   * Lets all that is said at one level do what it says.
   *
   * @param below what the levels below it say
   */
  static void apply(Values own, Values below, Heed.Builder plan) {
    for (Group group : GROUPS) {
      Values ofGroup = own.of(group);
      if (!ofGroup.isEmpty()) {
        group.effect().apply(ofGroup, below.of(group), plan);
      }
    }
  }
}
