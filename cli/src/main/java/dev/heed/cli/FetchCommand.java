package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.jdk.HeedRequest;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** Fetches a URL as a plan says. */
final class FetchCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("fetch");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("URL")
            .type(String.class)
            .description("Where to; begins with http:// or https://.")
            .build());
    RequestOptions.addTo(spec);
    Options.value(
        spec,
        "FILE",
        "Write the body here. The file appears when the body is complete and the status is below"
            + " 400; the body of an error goes to standard output.",
        "-o",
        "--output");
    Options.value(
        spec,
        "FILE",
        "Take the settings from this file. The options below win over it.",
        "--config");
    Options.value(
        spec, "NAME", "The client of the settings file, where it has several.", "--client");
    PlanOptions.addTo(spec);
    Options.value(
        spec,
        "FILE",
        "Write a report of all attempts here, as JSON, whatever happens.",
        "--report");
    explain(spec.usageMessage());
    return spec;
  }

  private static void explain(UsageMessageSpec usage) {
    usage
        .description(
            "Fetch a URL. When the server says when to come back, wait exactly that long and try"
                + " again. The body goes to standard output, progress to standard error.",
            "")
        .exitCodeListHeading("%nExit status, as curl's:%n")
        .exitCodeList(
            exitStatuses(
                "0", "the status is below 400",
                "22", "the final status is 400 or above",
                "7", "could not connect",
                "28", "timed out",
                "2", "wrong usage",
                "130", "interrupted",
                "1", "anything else"))
        .footer(
            "",
            "Examples:",
            "  heed fetch https://example.com/",
            "  heed fetch https://api.github.com/rate_limit --dialect github --max-delay 10m",
            "  heed fetch --config heed.yaml --client payments https://example.com/orders",
            "  heed fetch https://example.com/big -o big --attempt-timeout 30s --report big.json",
            "  heed fetch https://example.com/orders -d @order.json -H 'Content-Type:"
                + " application/json' \\",
            "      -H 'Idempotency-Key: 7f2c'");
  }

  private static Map<String, String> exitStatuses(String... pairs) {
    Map<String, String> statuses = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      statuses.put(pairs[i], pairs[i + 1]);
    }
    return statuses;
  }

  @Override
  public int run(ParseResult given, Terminal terminal)
      throws Failure, IOException, InterruptedException {
    RequestOptions request = RequestOptions.of(given);
    Progress progress = new Progress(terminal, TimeSource.system());
    Last last = new Last();
    Plans plans = Plans.of(given, Options.text(given, "--config"), "--config", "fetch");
    Heed plan = plans.plan(plans.onlyClient(), more -> more.listener(last).listener(progress));
    Logs.off();
    try (Output output = Output.of(Options.text(given, "-o"), terminal, progress);
        CompleteFile report = CompleteFile.orNull("--report", Options.text(given, "--report"))) {
      Fetching fetching = new Fetching(plan, request, output);
      Outcome outcome = fetching.run(last);
      progress.end();
      if (report != null) {
        report.write(Json.text(outcome.members(request)) + "\n");
      }
      return tell(outcome, terminal);
    }
  }

  private static int tell(Outcome outcome, Terminal terminal) {
    String line = outcome.line();
    if (!line.isEmpty()) {
      terminal.out().flush();
      String who = "heed fetch:";
      boolean good = outcome.exit() == Exit.OK;
      Paint paint = terminal.errPaint();
      terminal.err().println((good ? paint.faint(who) : paint.bad(who)) + " " + line);
    }
    return outcome.exit();
  }

  /** Remembers how the call ended, also where neither a response nor a failure tells. */
  private static final class Last implements CallListener {

    private volatile @Nullable CallReport report;

    @Override
    public void callEnded(CallInfo call, CallReport ended) {
      report = ended;
    }
  }

  /** The one call of this command. */
  private record Fetching(Heed plan, RequestOptions request, Output output) {

    Outcome run(Last last) {
      HttpClient client = HeedHttpClient.newBuilder(plan).build();
      HttpRequest once =
          HeedRequest.from(request.http()).restartable(output.startsFromNothing()).build();
      Throwable failure = null;
      int status = 0;
      try {
        HttpResponse<Void> response = client.send(once, output.handler());
        status = response.statusCode();
        output.finish(status);
      } catch (InterruptedException e) {
        clearInterrupt();
        failure = e;
      } catch (IOException | RuntimeException e) {
        failure = e;
      }
      return new Outcome(last.report, status, failure, output.failure());
    }

    /** The flag would break the files that are written from here on. */
    private static void clearInterrupt() {
      Thread.interrupted();
    }
  }
}
