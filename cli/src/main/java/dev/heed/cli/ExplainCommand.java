package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.retry.Jitter;
import java.net.http.HttpClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Prints the chain of a plan, and what the engine makes of a script of replies. */
final class ExplainCommand implements Command {

  /** Any instant would do; a fixed one gives the same output every time. */
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final int WIDEST_OUTCOME = 60;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("explain");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("FILE")
            .type(String.class)
            .description("A settings file. Not supported yet: the defaults and the options below.")
            .build());
    Options.value(
        spec,
        "REPLIES",
        "Show what the engine does when a server answers so, on virtual time. Comma-separated: a"
            + " status, with +RA<seconds or date> or +<Header>=<value> as often as you like, or"
            + " 'reset', 'refused', 'timeout'. The last one is repeated.",
        "--play");
    Options.value(spec, "M", "The method of the played call. Default: GET.", "-X", "--request");
    PlanOptions.addTo(spec);
    spec.usageMessage()
        .description(
            "Print the chain of a plan, its worst case and its warnings; with --play, the timeline"
                + " that the real engine makes of a script of replies.",
            "")
        .footer(
            "",
            "Examples:",
            "  heed explain",
            "  heed explain --play \"503,503+RA10,200\"",
            "  heed explain --play \"429+X-RateLimit-Remaining=0+X-RateLimit-Reset=1767225630,200\""
                + " --dialect github",
            "  heed explain -X POST --play \"503,200\" --retry-unsafe");
    return spec;
  }

  @Override
  public int run(ParseResult given, Terminal terminal) throws Failure, InterruptedException {
    @Nullable String none = null;
    String file = given.matchedPositionalValue(0, none);
    if (file != null) {
      throw Failure.usage(
          "settings files are not supported yet, so '"
              + Text.shown(file)
              + "' cannot be read; without FILE, explain shows the defaults and the options given");
    }
    String script = Options.text(given, "--play");
    List<Reply> replies = script == null ? List.of() : Script.parse(script);
    String method = method(Options.text(given, "-X"));
    VirtualTime time = new VirtualTime(START);
    Logs.off();
    Heed.Builder plan = PlanOptions.plan("explain", given);
    HttpClient client = HeedHttpClient.newBuilder(plan.build()).build();
    terminal.out().print(((HeedHttpClient) client).describe());
    if (script != null) {
      terminal.out().printf("%n%s, played on virtual time from %s%n", method, START);
      if (!"none".equals(Options.text(given, "--jitter"))) {
        terminal
            .out()
            .println("(a backoff is shown at its longest: full jitter draws a shorter one)");
      }
      Timeline timeline = new Timeline(terminal.out(), terminal.outPaint(), width(replies));
      // Without chance a backoff is as long as it can be, and the same every time.
      plan.retry(r -> r.jitter(Jitter.NONE)).time(time).listener(timeline);
      play(plan.build(), new ScriptedExchange(method, replies, time), terminal);
    }
    return Exit.OK;
  }

  /** What the longest outcome takes: a status, two blanks, and a header. */
  private static int width(List<Reply> replies) {
    int widest = "connection refused".length();
    for (Reply reply : replies) {
      for (Map.Entry<String, List<String>> header : reply.headers().entrySet()) {
        int length = header.getKey().length() + ": ".length() + header.getValue().get(0).length();
        widest = Math.max(widest, "503  ".length() + length);
      }
    }
    return Math.min(widest, WIDEST_OUTCOME) + 2;
  }

  static String method(@Nullable String given) throws Failure {
    String method = given == null ? "GET" : given;
    if (!HeaderLines.isToken(method)) {
      throw Failure.usage("-X: '" + Text.shown(method) + "' is not a method; write GET or POST");
    }
    return method;
  }

  private static void play(Heed plan, ScriptedExchange exchange, Terminal terminal)
      throws InterruptedException {
    exchange.play(plan);
    for (String remark : exchange.remarks()) {
      terminal.out().println(remark);
    }
  }
}
