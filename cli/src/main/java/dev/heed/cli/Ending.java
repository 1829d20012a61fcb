package dev.heed.cli;

import dev.heed.delivery.DeliveryStatus;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Tells how a delivery ended. */
record Ending(DeliverOptions options, Terminal terminal, boolean json) {

  /**
   * Prints it.
   *
   * @param status what the delivery ended with; zero when it was neither interrupted nor failed
   * @return the exit status
   */
  int tell(DeliverCommand.Delivery delivery, int status) {
    DeliveryStatus now = delivery.status();
    long pending = options.keepsEvents() ? now.pending() : 0;
    long dropped = now.dropped();
    long accepted = now.accepted() + now.resumed();
    hints(delivery, pending, dropped);
    terminal
        .out()
        .println(
            json
                ? Json.text(members(accepted, now.delivered(), dropped, pending))
                : String.format(
                    Locale.ROOT,
                    "%,d accepted, %,d delivered, %,d dropped, %,d pending",
                    accepted,
                    now.delivered(),
                    dropped,
                    pending));
    if (status != Exit.OK) {
      return status;
    }
    if (dropped + delivery.refused() > 0) {
      return Exit.DROPPED;
    }
    return pending > 0 || !delivery.hasReadAll() ? Exit.PENDING : Exit.OK;
  }

  private static Map<String, Object> members(
      long accepted, long delivered, long dropped, long pending) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("accepted", accepted);
    members.put("delivered", delivered);
    members.put("dropped", dropped);
    members.put("pending", pending);
    return members;
  }

  /** What the numbers mean, and what can be done. */
  private void hints(DeliverCommand.Delivery delivery, long pending, long dropped) {
    if (delivery.refused() > 0) {
      say(Text.count(delivery.refused(), "line") + " not accepted");
    }
    if (!delivery.hasReadAll()) {
      say("the input was not read to its end");
    }
    Path letters = options.deadLetter();
    if (dropped > 0 && letters != null) {
      say("what was given up after an answer is in " + Text.shown(letters.toString()));
    }
    if (dropped > 0 && !options.keepsEvents()) {
      say("nothing is kept for another run; --dir does that");
    }
    if (pending > 0) {
      say(Text.count(pending, "event") + " kept for the next run with this --dir");
    }
  }

  private void say(String line) {
    terminal.err().println(terminal.errPaint().faint("heed deliver:") + " " + line);
  }
}
