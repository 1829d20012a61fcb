package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;

/**
 * The {@code RateLimit} field of the IETF draft "RateLimit header fields for HTTP": a list of
 * limits, each with what remains of it ({@code r}) and the seconds until there is more ({@code t}).
 * The longest time of those that are used up counts.
 *
 * <p>Also reads the dictionary of draft 07, {@code limit=100, remaining=0, reset=17}, which common
 * middleware still sends. A member that cannot be read is passed over; the others keep their
 * meaning.
 */
final class RateLimitFieldsReader implements HintReader {

  private static final Statuses STATUSES = Statuses.of(429, 503);

  private final String header;

  RateLimitFieldsReader(String header) {
    this.header = header;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    if (!STATUSES.contains(head.status())) {
      return Hint.none();
    }
    Members members = new Members(header);
    for (String line : head.values(header)) {
      Lists.splitQuoted(line, ',').forEach(members::add);
    }
    return members.longest();
  }

  @Override
  public String name() {
    return header;
  }

  /** Collects the members of one field, which may be spread over several lines. */
  private static final class Members {

    private final String header;
    private Hint longest = Hint.none();
    private Hint dictionaryReset = Hint.none();
    private boolean dictionaryUsedUp;

    Members(String header) {
      this.header = header;
    }

    void add(String member) {
      List<String> parts = Lists.splitQuoted(member, ';');
      String first = parts.get(0);
      if (isName(first)) {
        addLimit(member, parts);
      } else if (first.startsWith("remaining=")) {
        dictionaryUsedUp |= isZero(first);
      } else if (first.startsWith("reset=")) {
        dictionaryReset = Fields.longer(dictionaryReset, seconds(member, first));
      }
    }

    Hint longest() {
      return dictionaryUsedUp ? Fields.longer(longest, dictionaryReset) : longest;
    }

    private static boolean isName(String part) {
      if (part.startsWith("\"")) {
        return part.endsWith("\"");
      }
      return !part.isEmpty() && !part.contains("=") && !part.contains("\"");
    }

    private void addLimit(String member, List<String> parts) {
      boolean usedUp = false;
      Hint time = Hint.none();
      for (String parameter : parts.subList(1, parts.size())) {
        if (parameter.startsWith("r=")) {
          usedUp = isZero(parameter);
        } else if (parameter.startsWith("t=")) {
          time = seconds(member, parameter);
        }
      }
      longest = usedUp ? Fields.longer(longest, time) : longest;
    }

    private static boolean isZero(String assignment) {
      return number(assignment) == 0;
    }

    private Hint seconds(String member, String assignment) {
      long seconds = number(assignment);
      return seconds == Numbers.MALFORMED ? Hint.none() : Waits.after(header, member, seconds, 0);
    }

    private static long number(String assignment) {
      return Numbers.whole(assignment, assignment.indexOf('=') + 1, assignment.length());
    }
  }
}
