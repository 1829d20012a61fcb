package dev.heed.cli;

import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Reads response headers and says what hint readers make of them. */
final class DecodeCommand implements Command {

  static final String ALL = "all";

  private static final int DEFAULT_STATUS = 429;
  private static final int LEAST_STATUS = 100;
  private static final int MOST_STATUS = 999;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("decode").aliases("hints");
    List<String> dialects = new ArrayList<>(Hints.names());
    dialects.add(ALL);
    Options.choice(
        spec,
        dialects,
        "D",
        "The dialect to read: " + String.join(", ", dialects) + ". Default: retry-after.",
        "--dialect",
        "--hints");
    Options.value(
        spec,
        "N",
        "The status of the response. Default: the one of a status line, or 429.",
        "--status");
    Options.value(
        spec,
        "INSTANT",
        "The wall clock, such as 2026-01-01T00:00:00Z, that dates are compared with where the"
            + " response has no Date of its own. Default: now.",
        "--now");
    Options.flag(spec, "Print JSON: one object, or an array for 'all'.", "--json");
    spec.usageMessage()
        .description(
            "Read response headers from standard input, one 'Name: value' a line up to the first"
                + " empty line, and say how long they ask a client to wait.",
            "")
        .footer(
            "",
            "Examples:",
            "  echo 'Retry-After: 120' | heed decode",
            "  curl -sI https://api.github.com | heed decode --dialect github",
            "  printf 'X-RateLimit-Remaining: 0%%nX-RateLimit-Reset: 30%%n' | heed decode --dialect"
                + " all --json",
            "",
            "JSON:"
                + " {\"dialect\",\"verdict\":\"none|wait|too-long\",\"waitMs\",\"header\",\"reason\"}");
    return spec;
  }

  @Override
  public int run(ParseResult given, Terminal terminal) throws Failure, IOException {
    List<HintReader> readers = readers(Options.text(given, "--dialect"));
    int status = status(Options.text(given, "--status"));
    Instant now = now(Options.text(given, "--now"));
    HeaderLines lines = HeaderLines.read(terminal.in());
    boolean asked = status != 0;
    int seen = lines.status();
    Decoding decoding =
        new Decoding(asked ? status : seen == 0 ? DEFAULT_STATUS : seen, lines.fields(), now);
    List<Decoding.Answer> answers = readers.stream().map(decoding::ask).toList();
    boolean all = ALL.equals(Options.text(given, "--dialect"));
    terminal.out().print(Options.isOn(given, "--json") ? json(answers, all) : text(answers));
    return Exit.OK;
  }

  private static List<HintReader> readers(@Nullable String dialect) throws Failure {
    if (ALL.equals(dialect)) {
      return Hints.names().stream().map(Hints::named).toList();
    }
    return List.of(dialect == null ? Hints.retryAfter() : PlanOptions.dialect(dialect));
  }

  private static int status(@Nullable String text) throws Failure {
    return text == null ? 0 : Options.number("--status", text, LEAST_STATUS, MOST_STATUS);
  }

  static Instant now(@Nullable String text) throws Failure {
    if (text == null) {
      return TimeSource.system().now();
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw Failure.usage(
          "--now: '" + Text.shown(text) + "' is not an instant; write 2026-01-01T00:00:00Z");
    }
  }

  private static String json(List<Decoding.Answer> answers, boolean array) {
    List<String> objects = answers.stream().map(answer -> Json.text(answer.members())).toList();
    return array ? "[" + String.join(",\n ", objects) + "]\n" : objects.get(0) + "\n";
  }

  private static String text(List<Decoding.Answer> answers) {
    StringBuilder text = new StringBuilder();
    for (Decoding.Answer answer : answers) {
      text.append(pad(answer.dialect(), 18)).append(pad(answer.brief(), 14));
      text.append(answer.reason()).append('\n');
    }
    return text.toString();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(2, width - text.length()));
  }
}
