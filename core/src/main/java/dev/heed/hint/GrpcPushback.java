package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The pushback of gRPC (proposal A6): wait exactly so long, or, if it is no delay, stop. */
final class GrpcPushback implements VerdictReader {

  private static final String HEADER = "grpc-retry-pushback-ms";

  @Override
  public Verdict read(ResponseHead head, Instant now) {
    List<String> lines = head.values(HEADER);
    if (lines.isEmpty()) {
      return Verdict.none();
    }
    // Different from a hint, a pushback that cannot be understood forbids the retry.
    String text = Fields.single(head, HEADER);
    if (text == null) {
      return Verdict.stop(HEADER, String.join(", ", lines));
    }
    long millis = Numbers.whole(text, 0, text.length());
    boolean leadingZero = text.length() > 1 && text.charAt(0) == '0';
    if (millis == Numbers.MALFORMED || millis > Integer.MAX_VALUE || leadingZero) {
      return Verdict.stop(HEADER, text);
    }
    return Verdict.delay(Duration.ofMillis(millis), HEADER, text);
  }

  @Override
  public String name() {
    return HEADER;
  }
}
