package dev.heed.verify.e2e;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A batch of the wrong command, and what it remembers of it. */
final class Attempted {

  final List<ObjectNode> events;
  int attempts;
  int failures;
  int pauses;
  int counted;
  long readyAt;

  Attempted(List<ObjectNode> events, long now) {
    this.events = List.copyOf(events);
    this.readyAt = now;
  }
}
