package dev.heed.delivery.store;

import java.util.List;

/** What a store found when it was opened that is not as it should be. Immutable. */
public final class Recovery {

  private static final Recovery CLEAN = new Recovery(List.of(), 0);

  private final List<String> findings;
  private final long lost;

  private Recovery(List<String> findings, long lost) {
    this.findings = List.copyOf(findings);
    this.lost = lost;
  }

  /** Everything is as it should be. */
  public static Recovery clean() {
    return CLEAN;
  }

  /**
   * Something was found.
   *
   * @param findings one sentence each: what was found where, and what became of it; copied
   * @param lost how many accepted events are known to be gone that no batch will report as {@link
   *     StoredBatch#unreadable}
   */
  public static Recovery of(List<String> findings, long lost) {
    return new Recovery(findings, lost);
  }

  /** What was found where, and what became of it, one sentence each. Unmodifiable. */
  public List<String> findings() {
    return findings;
  }

  /** How many accepted events are known to be gone. The queue reports them as dropped. */
  public long lost() {
    return lost;
  }

  @Override
  public String toString() {
    return findings.isEmpty() ? "nothing to repair" : lost + " lost; " + findings;
  }
}
