package dev.heed;

import dev.heed.attempt.RequestSigner;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands in one ring of a plan, as data: guards outside, stages inside, each in the order of
 * registration. Every entry has a kind, and may be a default, which a later entry of the same kind
 * replaces where it stands. Not safe for use by several threads while it is filled.
 */
final class Ring {

  /** One of {@code guard} and {@code stage} is there. */
  private record Entry(
      String kind, boolean byDefault, @Nullable GuardFamily guard, @Nullable Stage stage) {

    Entry asDefault() {
      return new Entry(kind, true, guard, stage);
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  Ring() {}

  Ring(Ring from) {
    entries.addAll(from.entries);
  }

  void add(Stage stage) {
    add(new Entry("stage " + stage.kind(), false, null, stage));
  }

  void add(GuardFamily guard) {
    add(new Entry(kindOf(guard), false, guard, null));
  }

  /**
   * Limits limit different things, and guards of no particular kind do so too: they are told apart
   * by their names.
   */
  private static String kindOf(GuardFamily guard) {
    String kind = "guard " + guard.kind();
    boolean many = guard.kind() == GuardKind.OTHER || guard.kind() == GuardKind.LIMIT;
    return many ? kind + " " + guard.name() : kind;
  }

  private void add(Entry added) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).byDefault && entries.get(i).kind.equals(added.kind)) {
        entries.set(i, added);
        return;
      }
    }
    entries.add(added);
  }

  /** Everything added so far is a default: what a client adds replaces the one of its kind. */
  void endDefaults() {
    entries.replaceAll(Entry::asDefault);
  }

  /** Takes out the stages of a kind, or the guards of a name. */
  void remove(String what) {
    entries.removeIf(
        entry ->
            entry.guard == null
                ? entry.stage != null && entry.stage.kind().equals(what)
                : entry.guard.name().equals(what));
  }

  void remove(GuardKind kind) {
    entries.removeIf(entry -> entry.guard != null && entry.guard.kind() == kind);
  }

  List<GuardFamily> guards() {
    List<GuardFamily> guards = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.guard != null) {
        guards.add(entry.guard);
      }
    }
    return List.copyOf(guards);
  }

  /** The stages; a signature covers what the other stages have set, so signers go last. */
  List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    List<Stage> signers = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.stage != null) {
        (entry.stage instanceof RequestSigner ? signers : stages).add(entry.stage);
      }
    }
    stages.addAll(signers);
    return List.copyOf(stages);
  }
}
