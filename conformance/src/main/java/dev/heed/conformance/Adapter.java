package dev.heed.conformance;

import dev.heed.Heed;
import java.util.List;
import java.util.Set;

/**
 * What a module that puts Heed on an HTTP client tells the suite: how clients are made, what the
 * host can do, and what it cannot.
 */
public interface Adapter {

  /** The artifact, as in {@code heed-jdk}: a row of the matrix, and a part of a file's name. */
  String name();

  /** The modes that the host has. */
  Set<Mode> modes();

  /** What the host can do beyond what every client can. */
  Set<Capability> capabilities();

  /** What the host makes impossible; empty for the best of hosts. */
  default List<Exemption> exemptions() {
    return List.of();
  }

  /** A new client that follows a plan. */
  Subject open(Heed plan, Setup setup);

  /**
   * A new client of one plan around a client of another, as it happens when a library that uses
   * Heed is given a client that uses Heed (rule R11). Closing it closes both.
   *
   * @param outer of the client that is called
   * @param inner of the client that it sends through
   */
  Subject nest(Heed outer, Heed inner, Setup setup);

  /**
   * Makes one call, with a plan that allows no retry and has no stage, through a client of the host
   * that only looks at what it is given (rule R6).
   *
   * @return whether that client was given the very request object of the caller
   */
  boolean handsOverTheSameRequest(Heed plan, Mode mode) throws Exception;
}
