package dev.heed.resilience4j;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.Partitions;
import dev.heed.guard.Permit;
import dev.heed.guard.Settlement;
import dev.heed.http.RequestHead;
import dev.heed.time.TimeSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The guard of one partition without a plan around it, and the changes of its state. */
final class Guarding {

  static final String PARTITION = "https://api.example.com";

  private static final RequestHead REQUEST =
      new RequestHead() {
        @Override
        public String method() {
          return "GET";
        }

        @Override
        public URI uri() {
          return URI.create(PARTITION + "/");
        }

        @Override
        public Map<String, List<String>> headers() {
          return Map.of();
        }
      };

  private static final Asker ASKER =
      new Asker() {
        @Override
        public RequestHead request() {
          return REQUEST;
        }

        @Override
        public int attempt() {
          return 1;
        }
      };

  final List<String> changes = new ArrayList<>();
  final Guard guard;

  Guarding(GuardFamily family, TimeSource time) {
    guard =
        Partitions.builder(time, (partition, of, from, to) -> changes.add(from + " -> " + to))
            .attemptRing(List.of(family))
            .build()
            .of(REQUEST)
            .guards()
            .get(0);
  }

  Admission ask() {
    return guard.admit(ASKER);
  }

  Permit permit() {
    return (Permit) ask();
  }

  static Asker asker() {
    return ASKER;
  }

  void once(Settlement settlement) {
    settle(permit(), settlement);
  }

  void times(int count, Settlement settlement) {
    for (int i = 0; i < count; i++) {
      once(settlement);
    }
  }

  static void settle(Permit permit, Settlement settlement) {
    int status =
        switch (settlement) {
          case SUCCESS -> 200;
          case FAILURE -> 503;
          case IGNORED -> 404;
        };
    permit.settle(ending(settlement, status, null));
  }

  static Ending ending(Settlement settlement, int status, @Nullable Throwable failure) {
    return new Ending() {
      @Override
      public Settlement settlement() {
        return settlement;
      }

      @Override
      public int status() {
        return status;
      }

      @Override
      public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
      }
    };
  }
}
