package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Where the events of one queue wait: an open batch that grows, closed batches that do not change
 * any more, and the queue's own state. The queue calls it; users only choose one.
 *
 * <p><b>Life.</b> {@link #open} once, then everything else, then {@link #close} once. A store
 * belongs to one queue from its opening to its closing, and makes sure of it.
 *
 * <p><b>Batches.</b> {@link #append} adds to the open batch, {@link #closeBatch} ends it. A closed
 * batch keeps its id, its events and their order. Ids grow: a new batch has a larger id than every
 * batch that the store holds or has held since it was opened. Events leave a closed batch when they
 * are {@link #settle settled}, and the batch leaves with the last one; the place of an event in its
 * batch never changes, even when those before it are gone.
 *
 * <p><b>Failures.</b> A method that throws an {@link IOException} has done nothing that counts, and
 * the same call may succeed later: an event that could not be appended is in no batch; a batch that
 * could not be closed is still open and can be appended to; a batch that could not be loaded is
 * still there; what could not be settled may be settled again; of a state that could not be saved,
 * either the old one or the new one is there. A store that was full works again, without being
 * reopened, once there is room.
 *
 * <p><b>A crash</b>, at any instant: a store that {@linkplain #isDurable is durable} and is opened
 * again holds every event whose {@link #append} and {@link #force} had returned and that was not
 * settled, in its order; each batch holds whole events only; what had been settled stays so, except
 * that a call that was running may or may not have had its effect. How much of this holds when the
 * power fails is for the store to say.
 *
 * <p><b>Threads.</b> The queue calls {@link #append} and {@link #closeBatch} from one thread at a
 * time, and {@link #list}, {@link #load}, {@link #settle}, {@link #loadState} and {@link
 * #saveState} from one thread at a time, but from different threads one after the other, and both
 * groups at the same time. {@link #force} and {@link #size} may be called from any number of
 * threads at any time between opening and closing. Any of these threads may have been interrupted:
 * that must not break the store, and the interrupt is kept for the caller.
 *
 * <p>Methods may be added to this interface; they will have a default.
 */
public interface BatchStore {

  /**
   * Takes possession of the store and puts it in order. Events of a batch that an earlier process
   * left open are in a closed batch afterwards.
   *
   * @return what was found that is not as it should be
   * @throws IOException when another queue, of this process or of another one, has the store, or
   *     when it cannot be used; the message says which, and where. The store is then not open
   */
  Recovery open() throws IOException;

  /**
   * Whether events survive {@link #close}. If not, the queue reports what is left when it is closed
   * as dropped.
   */
  boolean isDurable();

  /**
   * Adds an event to the open batch, and opens one where there is none.
   *
   * @param event the bytes of the event, at least one; not to be changed or kept by the store in a
   *     way that depends on nobody else changing them
   * @param at when it was accepted
   * @return its id
   */
  EventId append(byte[] event, Instant at) throws IOException;

  /**
   * Makes an appended event as durable as this store promises, before the queue says that it is
   * accepted. Many threads may wait here for one and the same write. Does nothing by default.
   *
   * @throws IOException when the event may not be durable. The event is still in its batch, and the
   *     queue treats it as accepted all the same, since it will be delivered
   */
  default void force(EventId event) throws IOException {}

  /**
   * Ends the open batch.
   *
   * @return the closed batch; empty when there was no event to close in
   */
  Optional<BatchInfo> closeBatch() throws IOException;

  /** How much is waiting. Asked for every event: answered from memory. Never fails. */
  StoreSize size();

  /**
   * The oldest closed batches.
   *
   * @param max how many at most
   * @return in the order of their ids
   */
  List<BatchInfo> list(int max) throws IOException;

  /**
   * Reads a closed batch.
   *
   * @param batch its id
   * @return the events that are not settled, in their order; none when there is no such batch
   * @throws IOException when nothing of the batch can be read now, but perhaps later. What can
   *     never be read is no failure: it is {@link StoredBatch#unreadable}
   */
  StoredBatch load(long batch) throws IOException;

  /**
   * Removes events from a closed batch, for good before this returns. The batch goes with its last
   * event. No effect where there is no such batch or event.
   *
   * @param batch its id
   * @param places the places of the events in it; not to be changed or kept
   */
  void settle(long batch, BitSet places) throws IOException;

  /** The state that was saved last; empty when none was, or when it cannot be read any more. */
  Optional<byte[]> loadState() throws IOException;

  /**
   * Keeps the state of the queue in place of the one before, as a whole or not at all.
   *
   * @param state a few hundred bytes that mean nothing to the store; not to be kept
   */
  void saveState(byte[] state) throws IOException;

  /**
   * Gives the store back. The open batch is kept. A second call has no effect; every other method
   * throws an {@link IOException} from now on, or for {@link #size} says what was there.
   */
  void close() throws IOException;

  /**
   * A store that keeps everything in memory, and nothing beyond its closing. It can be opened once.
   */
  static BatchStore inMemory() {
    return new MemoryStore();
  }

  /**
   * A store in a directory, which outlives the process: {@link DirectoryStore} with its defaults.
   *
   * @param directory where it is, or is to be; for this store alone
   */
  static BatchStore inDirectory(Path directory) {
    return DirectoryStore.builder(directory).build();
  }
}
