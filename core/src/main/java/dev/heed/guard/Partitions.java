package dev.heed.guard;

import dev.heed.http.RequestHead;
import dev.heed.time.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one plan, at most 1,024 of them: for one more, an idle one is dropped. When
 * none is idle, the guards of the new one are not kept beyond the call.
 *
 * <p>Made by the engine. Safe for use by several threads. Finding the partition of a request makes
 * no object, once it is known.
 */
public final class Partitions {

  /** How many partitions a plan keeps. */
  public static final int MOST = 1024;

  /** A user may spell one host in many ways; what is looked up fast is forgotten beyond this. */
  private static final int MOST_SPELLINGS = 2 * MOST;

  private static final Logger LOG = System.getLogger("dev.heed.call");

  /** Told when a guard has changed its state. */
  @FunctionalInterface
  public interface Listener {

    /** A guard has changed its state. */
    void changed(Partition partition, GuardFamily family, String from, String to);
  }

  final TimeSource time;
  final Listener listener;
  final List<GuardFamily> callRing;
  final List<GuardFamily> attemptRing;
  final @Nullable GuardFamily budget;
  final boolean routed;
  private final @Nullable Function<? super RequestHead, String> chosen;
  private final ConcurrentHashMap<String, Partition> byKey = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Spelling> byHost = new ConcurrentHashMap<>();
  private Iterator<Partition> hand = Collections.emptyIterator();
  private boolean overflowed;
  private @Nullable Partitions successor;

  private Partitions(Builder builder) {
    time = builder.time;
    listener = builder.listener;
    callRing = List.copyOf(builder.callRing);
    attemptRing = List.copyOf(builder.attemptRing);
    budget = builder.budget;
    routed = builder.routed;
    chosen = builder.chosen;
  }

  /** A builder for a plan on this time source. */
  public static Builder builder(TimeSource time, Listener listener) {
    return new Builder(time, listener);
  }

  /** Whether any guard is there; without one, no partition is needed. */
  public boolean isNeeded() {
    return budget != null || !callRing.isEmpty() || !attemptRing.isEmpty();
  }

  /** The partition of a request. */
  public Partition of(RequestHead request) {
    String key = chosen == null ? null : chosenKey(chosen, request);
    if (key != null) {
      return find(key);
    }
    URI uri = request.uri();
    String host = uri.getHost();
    if (host == null) {
      return find(keyOf(uri));
    }
    for (Spelling known = byHost.get(host); known != null; known = known.next) {
      if (known.isOf(uri) && !known.partition.isEvicted()) {
        known.partition.use();
        return known.partition;
      }
    }
    return learn(uri, host);
  }

  /** The partition of an attempt, which may go elsewhere than its call says. */
  public Partition sentTo(RequestHead attempt) {
    Partition partition = of(attempt);
    return partition.isSentTo() ? partition : sendTo(partition);
  }

  private synchronized Partition sendTo(Partition partition) {
    if (!partition.isSentTo()) {
      Partitions next = successor;
      Partition newest = next == null ? null : next.find(partition.key());
      if (next != null && newest != null && !newest.isSentTo()) {
        newest = next.sendTo(newest);
      }
      partition.sendTo(this, newest);
    }
    return partition;
  }

  /**
   * Takes the place of the partitions of the same plan under other settings, which still serve the
   * calls that run. Guards whose settings are equal are shared by both, also in partitions that one
   * of them meets later, so that nothing is counted twice or forgotten.
   */
  public void succeed(Partitions other) {
    // Locks are taken from the older to the newer only.
    synchronized (other) {
      for (Partition known : other.byKey.values()) {
        Partition made = new Partition(this, known.key(), known);
        byKey.put(known.key(), made);
        made.isNewest(this);
      }
      other.successor = this;
    }
  }

  /** All partitions that are kept, in no order. A copy. */
  public List<Partition> list() {
    return new ArrayList<>(byKey.values());
  }

  /** A function of the user's that fails must not fail the call. */
  private static @Nullable String chosenKey(
      Function<? super RequestHead, String> chosen, RequestHead request) {
    try {
      String key = chosen.apply(request);
      if (key == null) {
        LOG.log(Level.WARNING, "partitionBy gave null; scheme, host and port are taken");
      }
      return key;
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "partitionBy failed; scheme, host and port are taken", e);
      return null;
    }
  }

  /**
   * Scheme, host and port, in lower case, without a port that the scheme implies, and never with
   * user information.
   */
  static String keyOf(URI uri) {
    String scheme = Objects.toString(uri.getScheme(), "").toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    if (host == null) {
      // A name that is no host name, such as one with an underscore, with its port.
      String authority = Objects.toString(uri.getRawAuthority(), "");
      return scheme
          + "://"
          + authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }
    int port = uri.getPort();
    boolean implied =
        port < 0
            || (scheme.equals("https") && port == 443)
            || (scheme.equals("http") && port == 80);
    return scheme + "://" + host.toLowerCase(Locale.ROOT) + (implied ? "" : ":" + port);
  }

  private Partition learn(URI uri, String host) {
    Partition partition = find(keyOf(uri));
    if (byKey.get(partition.key()) == partition) {
      if (byHost.size() >= MOST_SPELLINGS) {
        byHost.clear();
      }
      byHost.merge(
          host,
          new Spelling(Objects.toString(uri.getScheme(), ""), uri.getPort(), partition, null),
          (old, added) -> added.before(old));
    }
    return partition;
  }

  private Partition find(String key) {
    Partition known = byKey.get(key);
    if (known == null || known.isEvicted()) {
      known = make(key);
    }
    known.use();
    return known;
  }

  private synchronized Partition make(String key) {
    Partition known = byKey.get(key);
    if (known != null) {
      return known;
    }
    Partition made = new Partition(this, key, successor == null ? null : successor.find(key));
    if (byKey.size() < MOST || makeRoom()) {
      byKey.put(key, made);
    } else if (!overflowed) {
      overflowed = true;
      LOG.log(
          Level.WARNING,
          "all {0} partitions are in use; the guards of further ones last for one call each:"
              + " let Heed.partitionBy choose fewer keys",
          Integer.toString(MOST));
    }
    return made;
  }

  /**
   * Drops an idle partition. A hand goes round over all of them; one that was used since the hand
   * came by is passed over once.
   */
  private boolean makeRoom() {
    for (int i = 0; i < 2 * MOST; i++) {
      if (!hand.hasNext()) {
        hand = byKey.values().iterator();
      }
      Partition candidate = hand.next();
      if (!candidate.unuse() && candidate.evict()) {
        hand.remove();
        byHost.clear();
        return true;
      }
    }
    return false;
  }

  /** A guard of the user's that cannot be made must not fail the call. */
  Guard opened(GuardFamily family, Partition partition) {
    try {
      return Objects.requireNonNull(family.open(partition), "it gave null");
    } catch (Throwable e) {
      LOG.log(
          Level.WARNING,
          "guard " + family.name() + " cannot be made for " + partition.key() + "; it is left out",
          e);
      return new OpenGuard(family);
    }
  }

  /** How a partition's requests are spelled, so that it is found without making its key. */
  private record Spelling(String scheme, int port, Partition partition, @Nullable Spelling next) {

    boolean isOf(URI uri) {
      return port == uri.getPort() && scheme.equals(uri.getScheme());
    }

    /** This one, before those of the same host that are still of use. */
    Spelling before(Spelling others) {
      Spelling kept = null;
      for (Spelling other = others; other != null; other = other.next) {
        boolean same = other.port == port && other.scheme.equals(scheme);
        if (!same && !other.partition.isEvicted()) {
          kept = new Spelling(other.scheme, other.port, other.partition, kept);
        }
      }
      return new Spelling(scheme, port, partition, kept);
    }
  }

  /** Collects the guards of a plan. Not safe for use by several threads. */
  public static final class Builder {

    private final TimeSource time;
    private final Listener listener;
    private List<GuardFamily> callRing = List.of();
    private List<GuardFamily> attemptRing = List.of();
    private @Nullable GuardFamily budget;
    private boolean routed;
    private @Nullable Function<? super RequestHead, String> chosen;

    private Builder(TimeSource time, Listener listener) {
      this.time = Objects.requireNonNull(time, "time");
      this.listener = Objects.requireNonNull(listener, "listener");
    }

    /** The guards of the call ring, outermost first. */
    public Builder callRing(List<? extends GuardFamily> families) {
      callRing = List.copyOf(families);
      return this;
    }

    /** The guards of the attempt ring, outermost first. */
    public Builder attemptRing(List<? extends GuardFamily> families) {
      attemptRing = List.copyOf(families);
      return this;
    }

    /** The retry budget; null for none. */
    public Builder budget(@Nullable GuardFamily family) {
      budget = family;
      return this;
    }

    /**
     * Whether attempts go elsewhere than the requests of their calls say; they do not by default.
     */
    public Builder routed(boolean routed) {
      this.routed = routed;
      return this;
    }

    /** What chooses the key of a request; null for scheme, host and port. */
    public Builder by(@Nullable Function<? super RequestHead, String> chosen) {
      this.chosen = chosen;
      return this;
    }

    /** The partitions, none yet. */
    public Partitions build() {
      return new Partitions(this);
    }
  }
}
