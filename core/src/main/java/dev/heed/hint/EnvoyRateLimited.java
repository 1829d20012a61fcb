package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;

/** Envoy's mark on a call that it refused itself; only its presence counts. */
final class EnvoyRateLimited implements VerdictReader {

  private static final String HEADER = "x-envoy-ratelimited";

  @Override
  public Verdict read(ResponseHead head, Instant now) {
    List<String> lines = head.values(HEADER);
    return lines.isEmpty() ? Verdict.none() : Verdict.stop(HEADER, lines.get(0));
  }

  @Override
  public String name() {
    return HEADER;
  }
}
