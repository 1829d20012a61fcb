package dev.heed.guard;

import dev.heed.http.RequestHead;
import dev.heed.verify.concurrency.StillTime;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a scenario needs of its surroundings, made beforehand so that nobody watches it. */
public final class Opened {

  /** The changes of state that guards of {@link #PARTITION} have told. */
  static final List<String> CHANGES = new ArrayList<>();

  /** A partition on a clock that stands still. */
  public static final Partition PARTITION =
      partitions().callRing(List.of(Guards.concurrencyLimit(1))).build().of(head("a"));

  /** A retry that asks. */
  public static final Asker RETRY = new Attempt(head("a"), 2);

  /** How everything ends here. */
  public static final Ending ENDING = new Success();

  private Opened() {}

  static Partitions.Builder partitions() {
    return Partitions.builder(new StillTime(), (partition, family, from, to) -> told(to));
  }

  private static synchronized void told(String state) {
    CHANGES.add(state);
  }

  /** A request to the host of this name. */
  public static RequestHead head(String host) {
    return new Head(URI.create("https://" + host + ".example/"));
  }

  private record Head(URI uri) implements RequestHead {

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }

  private record Attempt(RequestHead request, int attempt) implements Asker {}

  private static final class Success implements Ending {

    @Override
    public Settlement settlement() {
      return Settlement.SUCCESS;
    }

    @Override
    public int status() {
      return 200;
    }

    @Override
    public Optional<Throwable> failure() {
      return Optional.empty();
    }
  }
}
