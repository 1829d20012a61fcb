package dev.heed.verify.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what the ledger says with what the server has. Told everything that both have, in any
 * order; then asked.
 */
final class Books {

  /** What the ledger knows. */
  private final Map<String, String> offered = new LinkedHashMap<>();

  private final Set<String> accepted = new LinkedHashSet<>();
  private final Set<String> rejected = new HashSet<>();
  private final Map<String, String> dropped = new HashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private final Set<String> dead = new HashSet<>();

  /** What the server knows: for each event, the number of the upload that brought it first. */
  private final Map<String, Integer> delivered = new HashMap<>();

  /** For each pair of an upload and one that brought some of its events again: how many. */
  private final Map<String, Integer> repeats = new TreeMap<>();

  private final Set<String> refused = new HashSet<>();
  private final List<String> malformed = new ArrayList<>();
  private final Set<String> altered = new LinkedHashSet<>();
  private final List<String> arrivals = new ArrayList<>();
  private int uploads;

  /** A line of the ledger: what, which event, and more of it. */
  void ledger(String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "offered" -> offered.put(words[1], words[2]);
      case "accepted" -> accepted.add(words[1]);
      case "rejected" -> rejected.add(words[1]);
      case "dropped" -> dropped.put(words[1], words[2]);
      case "trouble" -> troubles.add(line);
      default -> throw new IllegalArgumentException("the ledger wrote: " + line);
    }
  }

  /** An upload, as the server wrote it down. */
  void upload(String line) {
    String[] words = line.split(" ", -1);
    if (words[0].equals("malformed")) {
      malformed.add(line);
      return;
    }
    uploads++;
    int status = Integer.parseInt(words[1]);
    for (int i = 5; i < words.length; i++) {
      String[] event = words[i].split("/", 2);
      arrived(event[0], event[1], status);
    }
  }

  private void arrived(String id, String check, int status) {
    arrivals.add(id + " " + check);
    if (status == 400) {
      refused.add(id);
    }
    if (status != 200) {
      return;
    }
    Integer first = delivered.putIfAbsent(id, uploads);
    if (first != null) {
      repeats.merge(first + " again in " + uploads, 1, Integer::sum);
    }
  }

  /** The events that the dead letter file has. */
  void deadLetters(Set<String> ids) {
    dead.addAll(ids);
  }

  /** The sum of it. */
  Account close() {
    findAltered();
    Set<String> arrived = common(accepted, delivered.keySet());
    Set<String> given = common(accepted, refused);
    given.removeAll(arrived);
    given.retainAll(dead);
    Set<String> lost = new LinkedHashSet<>(accepted);
    lost.removeAll(arrived);
    lost.removeAll(given);
    Map<String, Integer> reasons = new TreeMap<>();
    if (!given.isEmpty()) {
      reasons.put("REFUSED", given.size());
    }
    for (String id : common(lost, dropped.keySet())) {
      reasons.merge(dropped.getOrDefault(id, "?"), 1, Integer::sum);
      lost.remove(id);
    }
    return new Account(
        new Account.Sums(accepted.size(), arrived.size(), uploads, reasons),
        List.copyOf(repeats.values()),
        List.copyOf(lost),
        new Account.Faults(
            List.copyOf(malformed),
            List.copyOf(altered),
            List.copyOf(common(delivered.keySet(), rejected))),
        List.copyOf(troubles));
  }

  private void findAltered() {
    for (String event : arrivals) {
      String[] words = event.split(" ", 2);
      if (!words[1].equals(offered.get(words[0]))) {
        altered.add(words[0]);
      }
    }
  }

  private static Set<String> common(Set<String> some, Set<String> others) {
    Set<String> both = new LinkedHashSet<>(some);
    both.retainAll(others);
    return both;
  }
}
