package dev.heed.transport;

import org.jspecify.annotations.Nullable;

/**
 * Told by an asynchronous transport how an attempt ended, exactly once, also after a cancel, and
 * possibly before {@link AsyncExchange#start} returns.
 *
 * @param <R> the host's response type
 */
@FunctionalInterface
public interface Done<R> {

  /**
   * The attempt has ended.
   *
   * @param response the response; null when it was discarded or when there was a failure
   * @param failure why there is no response; null when there is none
   */
  void done(@Nullable R response, @Nullable Throwable failure);
}
