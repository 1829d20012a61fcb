package dev.heed.delivery;

import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.EventId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers all that a listener is told. */
final class Recorder implements DeliveryListener {

  private final List<EventOutcome> outcomes = new CopyOnWriteArrayList<>();
  private final List<UploadReport> uploads = new CopyOnWriteArrayList<>();
  private final List<String> troubles = new CopyOnWriteArrayList<>();

  @Override
  public void settled(EventOutcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public void uploaded(UploadReport report) {
    uploads.add(report);
  }

  @Override
  public void trouble(String what, Throwable failure) {
    troubles.add(what);
  }

  List<EventOutcome> outcomes() {
    return outcomes;
  }

  List<UploadReport> uploads() {
    return uploads;
  }

  List<String> troubles() {
    return troubles;
  }

  List<String> delivered() {
    return outcomes.stream().filter(EventOutcome::isDelivered).map(Recorder::text).toList();
  }

  List<String> dropped() {
    return outcomes.stream().filter(outcome -> !outcome.isDelivered()).map(Recorder::text).toList();
  }

  List<DropReason> reasons() {
    return outcomes.stream().flatMap(outcome -> outcome.reason().stream()).toList();
  }

  /** How often an event was settled; anything but once is wrong. */
  Map<EventId, Integer> counts() {
    Map<EventId, Integer> counts = new HashMap<>();
    outcomes.forEach(outcome -> counts.merge(outcome.id(), 1, Integer::sum));
    return counts;
  }

  static String text(EventOutcome outcome) {
    return outcome.bytes().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("?");
  }
}
