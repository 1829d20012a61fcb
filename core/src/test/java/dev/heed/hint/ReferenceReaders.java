package dev.heed.hint;

import dev.heed.hint.ReferenceValues.Answer;
import dev.heed.hint.ReferenceValues.Value;
import dev.heed.http.ResponseHead;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The dialects once more, written straight from their descriptions, for comparison with the real
 * ones. Shares no code with what it checks.
 */
final class ReferenceReaders {

  /** What a dialect of the reference makes of a response. */
  @FunctionalInterface
  interface Reader {
    Answer read(ResponseHead head, Instant now);
  }

  private static final Pattern BLANKS = Pattern.compile("\\A[ \t]+|[ \t]+\\z");
  private static final Pattern REMAINING =
      Pattern.compile("(?s)(-?)([0-9]+(?:\\.[0-9]+)?)[ \\t]*(?:;.*)?");
  private static final Pattern MEMBER =
      Pattern.compile(
          "\\G((?:[^,\"]|\"(?:[^\"\\\\]|\\\\.)*(?:\"|\\\\?$))*)(?:,|$)", Pattern.DOTALL);
  private static final Pattern PART =
      Pattern.compile(
          "\\G((?:[^;\"]|\"(?:[^\"\\\\]|\\\\.)*(?:\"|\\\\?$))*)(?:;|$)", Pattern.DOTALL);

  static final Map<String, Reader> ALL = all();

  private ReferenceReaders() {}

  private static Map<String, Reader> all() {
    Value ms = (text, clock) -> ReferenceValues.relative(text, 3);
    Value unix = (text, clock) -> ReferenceValues.absolute(text, 0, clock);
    Value unixMs = (text, clock) -> ReferenceValues.absolute(text, 3, clock);
    Reader retryAfter = one("retry-after", ReferenceValues::retryAfter);
    Reader azure = chain(one("x-ms-retry-after-ms", ms), one("retry-after-ms", ms), retryAfter);
    Map<String, Reader> all = new LinkedHashMap<>();
    all.put("none", (head, now) -> Answer.NONE);
    all.put("retry-after", retryAfter);
    all.put("azure", azure);
    all.put("aws", chain(one("x-amz-retry-after", ms), retryAfter));
    all.put("github", chain(retryAfter, on(gitHubReset(unix), 403, 429)));
    all.put("jira", chain(retryAfter, on(one("x-ratelimit-reset", ReferenceValues::iso), 429)));
    all.put("openai", chain(azure, on(longest(openAi(), ReferenceValues::detect), 429, 503)));
    all.put("anthropic", chain(azure, on(longest(anthropic(), ReferenceValues::iso), 429, 529)));
    all.put("linear", chain(azure, on(longest(linear(), unixMs), 400, 429)));
    all.put("sentry", sentry(Optional.empty(), retryAfter));
    all.put("sentry(error)", sentry(Optional.of("error"), retryAfter));
    all.put("ratelimit-fields", on(ReferenceReaders::rateLimit, 429, 503));
    all.put("ratelimit-reset", on(reset(false), 429, 503));
    all.put(
        "standard",
        chain(
            many("x-ms-retry-after-ms", ms),
            many("retry-after-ms", ms),
            many("retry-after", ReferenceValues::lenientRetryAfter),
            on(ReferenceReaders::rateLimit, 429, 503),
            on(reset(true), 429, 503)));
    return all;
  }

  static Reader one(String header, Value value) {
    return (head, now) ->
        single(head, header).map(text -> value.read(text, clock(head, now))).orElse(Answer.NONE);
  }

  private static Reader many(String header, Value value) {
    return (head, now) -> {
      Answer longest = Answer.NONE;
      for (String line : head.values(header)) {
        Answer whole = value.read(trim(line), clock(head, now));
        Answer answer = whole.isPresent() ? whole : members(trim(line), value, clock(head, now));
        longest = Answer.longer(longest, answer);
      }
      return longest;
    };
  }

  private static Answer members(String line, Value value, Instant clock) {
    String[] parts = line.split(",", -1);
    Answer longest = Answer.NONE;
    for (int i = 0; i < parts.length; i++) {
      Answer alone = value.read(trim(parts[i]), clock);
      if (!alone.isPresent() && i + 1 < parts.length) {
        alone = value.read(trim(parts[i] + "," + parts[i + 1]), clock);
        i += alone.isPresent() ? 1 : 0;
      }
      longest = Answer.longer(longest, alone);
    }
    return longest;
  }

  private static Reader chain(Reader... readers) {
    return (head, now) -> {
      Answer found = Answer.NONE;
      for (Reader reader : readers) {
        Answer answer = reader.read(head, now);
        if (answer.kind() == Hint.Kind.WAIT) {
          return answer;
        }
        found = answer.isPresent() ? answer : found;
      }
      return found;
    };
  }

  private static Reader on(Reader reader, Integer... statuses) {
    return (head, now) ->
        List.of(statuses).contains(head.status()) ? reader.read(head, now) : Answer.NONE;
  }

  private static Reader gitHubReset(Value unix) {
    return (head, now) -> {
      boolean zero = remaining(head, "x-ratelimit-remaining").filter(left -> left == 0).isPresent();
      return zero ? one("x-ratelimit-reset", unix).read(head, now) : Answer.NONE;
    };
  }

  private static Reader reset(boolean lenient) {
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("x-ratelimit-reset-after", "x-ratelimit-remaining");
    for (String stem : List.of("ratelimit", "x-ratelimit", "x-rate-limit", "fastly-ratelimit")) {
      pairs.put(stem + "-reset", stem + "-remaining");
    }
    pairs.put("ratelimitbysize-reset", "ratelimitbysize-remaining");
    List<Reader> readers = new ArrayList<>();
    pairs.forEach(
        (time, left) -> {
          Reader reader =
              lenient ? many(time, ReferenceValues::detect) : one(time, ReferenceValues::detect);
          readers.add(
              (head, now) ->
                  remaining(head, left).filter(n -> n > 0).isPresent()
                      ? Answer.NONE
                      : reader.read(head, now));
        });
    return chain(readers.toArray(Reader[]::new));
  }

  private static Reader longest(Map<String, String> limits, Value value) {
    return (head, now) -> {
      Answer longest = Answer.NONE;
      for (Map.Entry<String, String> limit : limits.entrySet()) {
        boolean usedUp = remaining(head, limit.getKey()).filter(left -> left <= 0).isPresent();
        Answer answer = usedUp ? one(limit.getValue(), value).read(head, now) : Answer.NONE;
        boolean hit = answer.kind() != Hint.Kind.WAIT || answer.seconds().signum() > 0;
        longest = hit ? Answer.longer(longest, answer) : longest;
      }
      return longest;
    };
  }

  private static Map<String, String> openAi() {
    return limits(
        "x-ratelimit-remaining-%s", "x-ratelimit-reset-%s", "requests tokens project-tokens");
  }

  private static Map<String, String> anthropic() {
    return limits(
        "anthropic-ratelimit-%s-remaining",
        "anthropic-ratelimit-%s-reset", "requests tokens input-tokens output-tokens");
  }

  private static Map<String, String> linear() {
    return limits(
        "x-ratelimit-%s-remaining",
        "x-ratelimit-%s-reset", "requests complexity endpoint-requests");
  }

  private static Map<String, String> limits(String remaining, String reset, String names) {
    Map<String, String> limits = new LinkedHashMap<>();
    for (String name : names.split(" ", -1)) {
      limits.put(remaining.formatted(name), reset.formatted(name));
    }
    return limits;
  }

  /** The sign of what is left. */
  private static Optional<Integer> remaining(ResponseHead head, String header) {
    return single(head, header)
        .map(REMAINING::matcher)
        .filter(Matcher::matches)
        .map(m -> new BigDecimal(m.group(1) + m.group(2)).signum());
  }

  private static Answer rateLimit(ResponseHead head, Instant now) {
    Answer limits = Answer.NONE;
    Answer dictionary = Answer.NONE;
    boolean usedUp = false;
    for (String line : head.values("ratelimit")) {
      for (String member : parts(MEMBER, line)) {
        List<String> parts = parts(PART, member);
        String first = parts.get(0);
        if (first.matches("(?s)\".*\"|[^=\"]+")) {
          limits = Answer.longer(limits, limit(parts));
        } else if (first.startsWith("remaining=")) {
          usedUp |= first.matches("remaining=0+");
        } else if (first.matches("reset=[0-9]+")) {
          Answer answer = ReferenceValues.relative(first.substring(6), 0);
          dictionary = Answer.longer(dictionary, answer);
        }
      }
    }
    return usedUp ? Answer.longer(limits, dictionary) : limits;
  }

  private static Answer limit(List<String> parts) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : parts.subList(1, parts.size())) {
      String[] pair = part.split("=", 2);
      if (pair.length == 2) {
        parameters.put(pair[0], pair[1]);
      }
    }
    boolean usedUp = parameters.getOrDefault("r", "").matches("0+");
    String time = parameters.getOrDefault("t", "");
    return usedUp && time.matches("[0-9]+") ? ReferenceValues.relative(time, 0) : Answer.NONE;
  }

  private static Reader sentry(Optional<String> category, Reader retryAfter) {
    return (head, now) -> {
      boolean readable = false;
      Answer longest = Answer.NONE;
      for (String line : head.values("x-sentry-rate-limits")) {
        for (String limit : line.split(",", -1)) {
          String[] parts = limit.split(":", -1);
          Answer answer = ReferenceValues.relative(trim(parts[0]), 0);
          readable |= answer.isPresent();
          String categories = parts.length > 1 ? trim(parts[1]) : "";
          boolean mine =
              category.isEmpty()
                  || categories.isEmpty()
                  || Arrays.stream(categories.split(";", -1))
                      .anyMatch(name -> trim(name).equals(category.get()));
          longest = mine ? Answer.longer(longest, answer) : longest;
        }
      }
      if (readable || head.status() != 429) {
        return longest;
      }
      Answer named = retryAfter.read(head, now);
      return named.isPresent() ? named : new Answer(Hint.Kind.WAIT, BigDecimal.valueOf(60));
    };
  }

  private static List<String> parts(Pattern pattern, String text) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      parts.add(trim(matcher.group(1)));
      if (matcher.end() == matcher.end(1)) {
        break;
      }
    }
    return parts;
  }

  private static Instant clock(ResponseHead head, Instant now) {
    long age =
        single(head, "age")
            .filter(text -> text.matches("0*[0-9]{1,10}"))
            .map(Long::parseLong)
            .filter(seconds -> seconds <= 2_147_483_648L)
            .orElse(0L);
    return single(head, "date")
        .flatMap(text -> ReferenceValues.httpDate(text, now))
        .map(date -> date.plusSeconds(age))
        .orElse(now);
  }

  private static Optional<String> single(ResponseHead head, String header) {
    Set<String> values = new HashSet<>();
    head.values(header).forEach(line -> values.add(trim(line)));
    return values.size() == 1 ? Optional.of(values.iterator().next()) : Optional.empty();
  }

  private static String trim(String text) {
    boolean bare = !text.isEmpty() && text.charAt(0) > ' ' && text.charAt(text.length() - 1) > ' ';
    return bare ? text : BLANKS.matcher(text).replaceAll("");
  }
}
