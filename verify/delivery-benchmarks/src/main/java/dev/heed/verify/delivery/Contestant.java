package dev.heed.verify.delivery;

import java.net.URI;

/** One side of the comparison: takes events and delivers them. */
interface Contestant extends AutoCloseable {

  /** Makes a fresh one that delivers to this address. */
  interface Start {
    Contestant to(URI uri) throws Exception;
  }

  /** Hands over an event of 200 bytes. */
  void offer(long number);

  /** Sends what is left without waiting for more. */
  void flush();

  @Override
  void close();
}
