package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.PlanDescription;
import dev.heed.PlanDescription.Position;
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
            .description(
                "A settings file: each of its clients is explained. Without it, the defaults are.")
            .build());
    Options.value(spec, "NAME", "Explain this client of the settings file only.", "--client");
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
                + " that the real engine makes of a script of replies. Options win over what the"
                + " settings file says.",
            "")
        .footer(
            "",
            "Examples:",
            "  heed explain",
            "  heed explain heed.yaml",
            "  heed explain --client payments --play \"429+RA3,200\" heed.yaml",
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
    String script = Options.text(given, "--play");
    List<Reply> replies = script == null ? List.of() : Script.parse(script);
    String method = method(Options.text(given, "-X"));
    Plans plans = Plans.of(given, file, "FILE", "explain");
    Logs.off();
    HttpClient host = HttpClient.newHttpClient();
    String between = "";
    for (String client : plans.clients()) {
      terminal.out().print(between);
      PlanDescription chain = HeedHttpClient.wrap(host, plans.plan(client, plan -> {})).describe();
      terminal.out().print(chain);
      if (script != null) {
        play(plans, client, chain, new Played(method, replies), terminal);
      }
      between = System.lineSeparator();
    }
    return Exit.OK;
  }

  /** A call, and how the server answers it. */
  private record Played(String method, List<Reply> replies) {}

  private static void play(
      Plans plans, String client, PlanDescription chain, Played played, Terminal terminal)
      throws Failure, InterruptedException {
    if (hedges(chain)) {
      terminal
          .out()
          .println("not played: a play has one attempt after the other, and this plan hedges");
      return;
    }
    terminal.out().printf("%n%s, played on virtual time from %s%n", played.method, START);
    if (isSpread(chain)) {
      terminal
          .out()
          .println("(a backoff is shown at its longest: full jitter draws a shorter one)");
    }
    VirtualTime time = new VirtualTime(START);
    Timeline timeline = new Timeline(terminal.out(), terminal.outPaint(), width(played.replies));
    // Without chance a backoff is as long as it can be, and the same every time.
    Heed plan =
        plans.plan(
            client, more -> more.retry(r -> r.jitter(Jitter.NONE)).time(time).listener(timeline));
    ScriptedExchange exchange = new ScriptedExchange(played.method, played.replies, time);
    exchange.play(plan);
    for (String remark : exchange.remarks()) {
      terminal.out().println(remark);
    }
  }

  private static boolean hedges(PlanDescription chain) {
    return chain.parts().stream().anyMatch(part -> part.position() == Position.HEDGE);
  }

  /** Whether chance spreads the backoff. */
  private static boolean isSpread(PlanDescription chain) {
    return chain.parts().stream().noneMatch(part -> part.options().contains("jitter=none"));
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
}
