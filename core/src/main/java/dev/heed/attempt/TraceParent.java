package dev.heed.attempt;

import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Gives each attempt a span id of its own in {@code traceparent} (W3C Trace Context, section 3.2).
 * The trace id and the flags of the caller are kept; without a caller's header, one trace id is
 * made for the call. A header that is not version 00 is left as it is.
 */
public final class TraceParent implements Stage {

  private static final String HEADER = "traceparent";
  private static final String TRACE_KEY = TraceParent.class.getName();
  private static final int LENGTH = 55;
  private static final int TRACE_END = 36;
  private static final int FLAGS_START = 52;

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    List<String> values = request.values(HEADER);
    if (values.isEmpty()) {
      Object trace =
          request
              .attributes()
              .computeIfAbsent(TRACE_KEY, key -> "00-" + hex(request) + hex(request) + "-");
      request.setHeader(HEADER, trace + hex(request) + "-01");
    } else if (isVersionZero(values)) {
      String caller = values.get(0);
      request.setHeader(
          HEADER, caller.substring(0, TRACE_END) + hex(request) + caller.substring(FLAGS_START));
    }
    return Stage.done();
  }

  private static boolean isVersionZero(List<String> values) {
    return values.size() == 1
        && values.get(0).length() == LENGTH
        && values.get(0).startsWith("00-");
  }

  /** Sixteen hex digits, never all zero: that would be an invalid id. */
  private static String hex(StageRequest request) {
    long high = (long) (request.time().random() * (1L << 32));
    long low = (long) (request.time().random() * (1L << 32));
    long bits = high << 32 | low;
    return String.format("%016x", bits == 0 ? 1 : bits);
  }

  @Override
  public String name() {
    return "traceparent";
  }
}
