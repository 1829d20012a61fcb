package dev.heed.cli;

import dev.heed.hint.Hint;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.http.ResponseHead;
import dev.heed.retry.RetryPolicy;
import dev.heed.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks readers about one head, and puts what they find into words. */
final class Decoding {

  /**
   * What one reader makes of the head.
   *
   * @param waitMs rounded up; null unless the verdict is {@code wait}
   * @param header the field that decided; null for none
   */
  record Answer(
      String dialect,
      String verdict,
      @Nullable Long waitMs,
      @Nullable String header,
      String reason) {

    /** For JSON. */
    Map<String, @Nullable Object> members() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("dialect", dialect);
      members.put("verdict", verdict);
      members.put("waitMs", waitMs);
      members.put("header", header);
      members.put("reason", reason);
      return members;
    }

    /** The verdict for a column. */
    String brief() {
      return waitMs == null ? verdict : verdict + " " + Durations.text(Duration.ofMillis(waitMs));
    }
  }

  private final int status;
  private final ResponseHead head;
  private final Map<String, List<String>> fields;
  private final Instant now;

  /**
   * @param fields with look-ups that ignore letter case
   */
  Decoding(int status, Map<String, List<String>> fields, Instant now) {
    this.status = status;
    this.head = ResponseHead.of(status, fields);
    this.fields = fields;
    this.now = now;
  }

  Answer ask(HintReader reader) {
    Watched watched = new Watched(head);
    Hint hint = reader.read(watched, now);
    String header = hint.header().orElse(null);
    return switch (hint.kind()) {
      case NONE -> new Answer(reader.name(), "none", null, null, none(reader, watched.asked));
      case WAIT ->
          new Answer(
              reader.name(), "wait", Spans.millis(hint.duration()), header, wait(hint, header));
      case TOO_LONG ->
          new Answer(
              reader.name(),
              "too-long",
              null,
              header,
              shown(hint)
                  + " asks for more time than can be held, so a call returns the response at once");
    };
  }

  private static String wait(Hint hint, @Nullable String header) {
    if (hint.duration().isZero()) {
      return shown(hint) + " allows a retry at once";
    }
    String asked =
        (header == null ? "the dialect itself, since no field does," : shown(hint))
            + " asks for a wait of "
            + Durations.text(hint.duration());
    Duration most = RetryPolicy.defaults().maxDelay();
    return hint.duration().compareTo(most) <= 0
        ? asked
        : asked + ", above the default longest wait of " + Durations.text(most);
  }

  private static String shown(Hint hint) {
    return hint.header().orElse("") + ": " + Text.shown(hint.value().orElse(""));
  }

  /** Why there is no hint: nothing there, nothing readable, or something for other dialects. */
  private String none(HintReader reader, Set<String> asked) {
    String others = others(reader);
    List<String> there = asked.stream().filter(fields::containsKey).toList();
    if (!there.isEmpty()) {
      return String.join(", ", there)
          + (there.size() == 1 ? " is" : " are")
          + " there but "
          + (there.size() == 1 ? "holds" : "hold")
          + " no wait on status "
          + status
          + ": malformed, ambiguous, or a limit that is not used up"
          + others;
    }
    return asked.isEmpty()
        ? "this dialect reads no field on status " + status + others
        : "none of its fields is there (" + String.join(", ", asked) + ")" + others;
  }

  private String others(HintReader reader) {
    List<String> readable =
        Hints.names().stream()
            .filter(name -> !name.equals(reader.name()))
            .filter(name -> Hints.named(name).read(head, now).header().isPresent())
            .toList();
    return readable.isEmpty() ? "" : "; a wait is read by " + String.join(", ", readable);
  }

  /** Remembers which fields a reader looks at. */
  private static final class Watched implements ResponseHead {

    private final ResponseHead head;
    private final Set<String> asked = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    Watched(ResponseHead head) {
      this.head = head;
    }

    @Override
    public int status() {
      return head.status();
    }

    @Override
    public List<String> values(String name) {
      boolean clock = name.equalsIgnoreCase("Date") || name.equalsIgnoreCase("Age");
      if (!clock) {
        asked.add(name);
      }
      return head.values(name);
    }
  }
}
