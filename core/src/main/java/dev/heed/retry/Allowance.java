package dev.heed.retry;

import org.jspecify.annotations.Nullable;

/** Whether a retry may be made at all, asked when everything else speaks for it. */
@FunctionalInterface
interface Allowance {

  /** Takes one retry; the reason why not, or null when it was taken. */
  @Nullable String take();
}
