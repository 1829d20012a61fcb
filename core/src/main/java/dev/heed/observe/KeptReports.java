package dev.heed.observe;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports by the identity of the response they belong to, forgotten with it. A response is not
 * wrapped to carry its report, because hosts and later JDKs add methods that a wrapper would hide.
 */
final class KeptReports {

  static final KeptReports INSTANCE = new KeptReports();

  private final ConcurrentHashMap<Key, CallReport> reports = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  void put(Object owner, CallReport report) {
    forgetGone();
    reports.put(new Key(owner, gone), report);
  }

  @Nullable CallReport get(Object owner) {
    return reports.get(new Key(owner, null));
  }

  private void forgetGone() {
    for (Object key = gone.poll(); key != null; key = gone.poll()) {
      reports.remove(key);
    }
  }

  private static final class Key extends WeakReference<Object> {

    private final int hash;

    Key(Object owner, @Nullable ReferenceQueue<Object> queue) {
      super(owner, queue);
      hash = System.identityHashCode(owner);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    @SuppressWarnings(
        "ReferenceEquality") // A report belongs to this very object, not to its equals.
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object owner = get();
      return owner != null && other instanceof Key that && owner == that.get();
    }
  }
}
