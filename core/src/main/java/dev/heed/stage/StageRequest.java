package dev.heed.stage;

import dev.heed.http.RequestHead;
import dev.heed.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request that a stage prepares: the caller's, with what stages before this one have set.
 *
 * <p>May be edited until the stage's {@code prepare} has completed; later edits are refused with
 * the name of the stage. Not safe for use by several threads at the same time.
 */
public interface StageRequest extends RequestHead {

  /** The number of this attempt, from 1; 0 in the call ring. */
  int attempt();

  /**
   * The bytes of the body, where it is replayable and in memory; empty otherwise. An empty body is
   * a present array of length 0. Not to be changed.
   */
  Optional<byte[]> body();

  /** Sets a header to one value, replacing what was there. */
  void setHeader(String name, String value);

  /** Removes a header. */
  void removeHeader(String name);

  /**
   * Gives the response in place of the server's: nothing is sent, and the stages further in do not
   * run. The caller's body handler reads the bytes.
   *
   * @param status 200 to 599
   * @param headers copied
   * @param body copied
   */
  void answer(int status, Map<String, ? extends List<String>> headers, byte[] body);

  /**
   * Says that sending this request twice has the effect of sending it once, as when the server
   * removes duplicates by a key. The call then may be retried whatever its method. Call ring only.
   */
  void markIdempotent();

  /** What belongs to this call alone; shared by all stages and all attempts of the call. */
  Map<String, Object> attributes();

  /** The plan's time source, with the executor for work of a stage's own. */
  TimeSource time();
}
