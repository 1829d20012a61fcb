package dev.heed.delivery;

import dev.heed.delivery.machine.DeliveryState;
import dev.heed.delivery.machine.StateCodec;
import dev.heed.delivery.store.BatchInfo;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state, saved after every change. Written by one thread at a time, read by any. */
final class StateKeeper {

  private final Shelf shelf;
  private final QueueClock clock;
  private final Telling telling;
  private volatile DeliveryState state;
  private @Nullable DeliveryState saved;

  StateKeeper(Shelf shelf, QueueClock clock, Telling telling, DeliveryState state) {
    this.shelf = shelf;
    this.clock = clock;
    this.telling = telling;
    this.state = state;
  }

  DeliveryState state() {
    return state;
  }

  /** Replaces the state, and saves it if that changes it. */
  void set(DeliveryState other) {
    state = other;
    if (!other.equals(saved)) {
      save();
    }
  }

  /** Forgets batches that are not among the oldest ones: only those are ever sent. */
  void retain(List<BatchInfo> oldest) {
    if (state.records() > 0) {
      set(state.retain(oldest.stream().map(BatchInfo::id).toList()));
    }
  }

  /**
   * A state that cannot be saved stops nothing: what is lost with it, if the process ends now, is a
   * wait or the number of an attempt.
   */
  void save() {
    DeliveryState current = state;
    try {
      shelf.saveState(new StateCodec(clock.now(), clock.wall()).encode(current));
      saved = current;
    } catch (IOException e) {
      saved = null;
      telling.trouble("the state could not be saved; it is tried again with the next change", e);
    }
  }
}
