package dev.heed.guard;

import dev.heed.http.RequestHead;
import dev.heed.time.TimeSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who asks the guards of a test, and what comes of it. */
final class Requests {

  private Requests() {}

  static RequestHead to(String uri) {
    URI parsed = URI.create(uri);
    return new RequestHead() {
      @Override
      public String method() {
        return "GET";
      }

      @Override
      public URI uri() {
        return parsed;
      }

      @Override
      public Map<String, List<String>> headers() {
        return Map.of();
      }
    };
  }

  /** An attempt with this number; 0 for a call. */
  static Asker attempt(int number) {
    return new Asker() {
      @Override
      public RequestHead request() {
        return to("https://api.example.com/");
      }

      @Override
      public int attempt() {
        return number;
      }
    };
  }

  static Ending ending(Settlement settlement) {
    return new Ending() {
      @Override
      public Settlement settlement() {
        return settlement;
      }

      @Override
      public int status() {
        return 200;
      }

      @Override
      public Optional<Throwable> failure() {
        return Optional.empty();
      }
    };
  }

  /** The only guard of a partition, with the changes of its state. */
  static Guard only(GuardFamily family, TimeSource time, List<String> changes) {
    return Partitions.builder(time, (p, f, from, to) -> changes.add(from + " -> " + to))
        .attemptRing(List.of(family))
        .build()
        .of(to("https://api.example.com/"))
        .guards()
        .get(0);
  }

  static Guard only(GuardFamily family, TimeSource time) {
    return only(family, time, new ArrayList<>());
  }
}
