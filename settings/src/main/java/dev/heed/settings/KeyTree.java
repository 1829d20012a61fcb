package dev.heed.settings;

import dev.heed.Heed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a client, in one table: the reader, the documentation and the schema for editors are
 * made of it. A new kind of stage gets a group here.
 */
final class KeyTree {

  /** The section that all clients share. */
  static final String DEFAULTS = "defaults";

  /** The section with the clients, by name. */
  static final String CLIENTS = "clients";

  /** All groups in the order of the documentation; the keys directly below a client come first. */
  static final List<Group> GROUPS =
      List.of(
          PlanKeys.TOP,
          RetryKeys.RETRY,
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

  /** The section that has a key of this name. */
  static Optional<String> home(String key) {
    return GROUPS.stream()
        .filter(group -> !group.name().isEmpty() && group.key(key).isPresent())
        .map(Group::name)
        .findFirst();
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
        group.effect().apply(ofGroup, below.of(group).and(ofGroup), plan);
      }
    }
  }
}
