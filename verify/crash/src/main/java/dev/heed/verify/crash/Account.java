package dev.heed.verify.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What became of the events of one round.
 *
 * @param sums how many
 * @param repeats for each pair of an upload and one that brought events of it again: how many
 * @param lost accepted, and neither delivered nor dropped with a reason
 * @param faults what must never be
 * @param troubles what the queues had to say
 */
record Account(
    Sums sums, List<Integer> repeats, List<String> lost, Faults faults, List<String> troubles) {

  /**
   * Numbers that are neither good nor bad.
   *
   * @param accepted how many events the queues had accepted, as far as they lived to say so
   * @param delivered how many of those arrived
   * @param uploads how many uploads came whole, whatever the answer
   * @param dropped how many of those that were accepted were dropped, for each reason
   */
  record Sums(int accepted, int delivered, int uploads, Map<String, Integer> dropped) {}

  /**
   * What must never be.
   *
   * @param malformed uploads that are no array of whole events
   * @param altered events that arrived otherwise than they had been offered, or never were
   * @param unexpected events that arrived although the queue had said that it rejects them
   */
  record Faults(List<String> malformed, List<String> altered, List<String> unexpected) {}

  int duplicated() {
    return repeats.stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * What is wrong, for people; nothing when all is well.
   *
   * @param kills how many processes were killed: for each, one upload may have come again
   */
  List<String> violations(int kills) {
    List<String> wrong = new ArrayList<>();
    say(wrong, lost, "accepted events are lost");
    say(wrong, faults.malformed(), "uploads are no valid JSON");
    say(wrong, faults.altered(), "events arrived that were never offered so");
    say(wrong, faults.unexpected(), "events arrived that had been rejected");
    if (repeats.size() > kills) {
      wrong.add(
          repeats.size() + " uploads came again, which only " + kills + " kills could have caused");
    }
    return wrong;
  }

  private static void say(List<String> wrong, List<String> what, String text) {
    if (!what.isEmpty()) {
      wrong.add(what.size() + " " + text + ": " + what.subList(0, Math.min(5, what.size())));
    }
  }
}
