package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sentry's {@code X-Sentry-Rate-Limits}: a list of limits, each with its seconds and the categories
 * of data that it is for, and sent with any status. The longest that concerns the category counts.
 * Without that field a 429 means {@code Retry-After}, or one minute.
 */
final class SentryReader implements HintReader {

  private static final String HEADER = "X-Sentry-Rate-Limits";
  private static final int TOO_MANY_REQUESTS = 429;

  /** What Sentry's clients wait after a 429 that names no time. */
  private static final Hint UNNAMED = Hint.waitFor(Duration.ofSeconds(60));

  private final @Nullable String category;

  SentryReader(@Nullable String category) {
    this.category = category;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    boolean readable = false;
    Hint longest = Hint.none();
    for (String line : head.values(HEADER)) {
      for (String limit : Lists.split(line, ',')) {
        List<String> parts = Lists.split(limit, ':');
        Hint wait = Numbers.seconds(HEADER, parts.get(0), head, now).withValue(limit);
        readable |= wait.isPresent();
        longest = concerns(parts) ? Fields.longer(longest, wait) : longest;
      }
    }
    return readable || head.status() != TOO_MANY_REQUESTS ? longest : withoutLimits(head, now);
  }

  private boolean concerns(List<String> parts) {
    String categories = parts.size() > 1 ? parts.get(1) : "";
    return category == null
        || categories.isEmpty()
        || Lists.split(categories, ';').contains(category);
  }

  private static Hint withoutLimits(ResponseHead head, Instant now) {
    Hint hint = Hints.retryAfter().read(head, now);
    return hint.isPresent() ? hint : UNNAMED;
  }

  @Override
  public String name() {
    return category == null ? "sentry" : "sentry (" + category + ")";
  }
}
