package dev.heed.testing;

import dev.heed.testing.Script.Entry;
import dev.heed.testing.Script.Expected;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the stubs say when a test's expectation is not met. */
final class Messages {

  private static final int SHOWN = 10;

  private Messages() {}

  static String unmatched(
      RecordedRequest request, List<Expected> once, List<Expected> lasting, List<Expected> used) {
    StringBuilder text = new StringBuilder("no route matches ").append(request);
    if (once.isEmpty() && lasting.isEmpty() && used.isEmpty()) {
      return text.append(": the stub has no routes; add them with on(route, reply)").toString();
    }
    List<Expected> left = Stream.concat(once.stream(), lasting.stream()).toList();
    usedUp(text, request, used);
    nearest(text, request, left.isEmpty() ? used : left);
    lines(text, "routes that remain", left);
    return text.toString();
  }

  private static void usedUp(StringBuilder text, RecordedRequest request, List<Expected> used) {
    List<Expected> fitting =
        used.stream().filter(expected -> expected.route().fit(request).matches()).toList();
    if (!fitting.isEmpty()) {
      text.append("\nalready used up: ")
          .append(fitting.get(fitting.size() - 1).route())
          .append(
              fitting.size() == 1
                  ? ", with its one reply"
                  : ", with " + fitting.size() + " replies")
          .append("; give it another reply, or make the route reusable()");
    }
  }

  private static void nearest(StringBuilder text, RecordedRequest request, List<Expected> routes) {
    routes.stream()
        .map(Expected::route)
        .min(Comparator.comparingInt(route -> route.fit(request).distance()))
        .filter(route -> !route.fit(request).matches())
        .ifPresent(
            route ->
                text.append("\nnearest: ")
                    .append(route)
                    .append(", but ")
                    .append(String.join(", and ", route.fit(request).mismatches())));
  }

  private static void lines(StringBuilder text, String title, List<?> items) {
    text.append('\n').append(title).append(':');
    if (items.isEmpty()) {
      text.append(" none");
    }
    items.stream().limit(SHOWN).forEach(item -> text.append("\n  ").append(item));
    if (items.size() > SHOWN) {
      text.append("\n  and ").append(items.size() - SHOWN).append(" more");
    }
  }

  static boolean allMatched(List<Entry> entries, List<String> problems) {
    return problems.isEmpty() && entries.stream().allMatch(entry -> entry.expected() != null);
  }

  /** What is missing, what was wrong, and what came; null when all is well. */
  static @Nullable String unverified(
      List<Expected> missing, List<Entry> entries, List<String> problems) {
    if (missing.isEmpty() && allMatched(entries, problems)) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    if (!missing.isEmpty()) {
      lines(text, "replies that nobody asked for", missing);
    }
    if (!problems.isEmpty()) {
      lines(text, "what went wrong", problems);
    }
    List<Entry> unmatched = entries.stream().filter(entry -> entry.expected() == null).toList();
    if (!unmatched.isEmpty() && problems.isEmpty()) {
      lines(
          text, "requests that no route matched", unmatched.stream().map(Entry::request).toList());
    }
    lines(text, "what came", entries.stream().map(Messages::line).toList());
    return text.substring(1);
  }

  private static String line(Entry entry) {
    Expected expected = entry.expected();
    return entry.request().number()
        + ". "
        + entry.request()
        + (expected == null ? ", answered by no route" : " -> " + expected.reply());
  }

  static String state(Script script) {
    return script.requests().size() + " requests, " + script.left() + " replies left";
  }

  static String came(int count) {
    return count == 0 ? "none came" : count == 1 ? "one came" : count + " came";
  }
}
