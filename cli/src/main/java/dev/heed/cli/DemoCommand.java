package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Runs the real client against a throttling server on this machine. */
final class DemoCommand implements Command {

  private static final int WIDTH_OF_OUTCOME = 49;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("demo");
    spec.usageMessage()
        .description(
            "Start a throttling server on this machine, run the real client against it with the"
                + " default plan, and print what happens. Then show what a breaker, a retry budget"
                + " and hedging do. Takes about five seconds.")
        .footer("", "Examples:", "  heed demo");
    return spec;
  }

  @Override
  public int run(ParseResult given, Terminal terminal) throws IOException, InterruptedException {
    Logs.off();
    TimeSource time = TimeSource.system();
    try (ThrottlingServer server = new ThrottlingServer(time)) {
      Timeline timeline = new Timeline(terminal.out(), terminal.outPaint(), WIDTH_OF_OUTCOME);
      Heed plan = Heed.builder("demo").listener(timeline).build();
      HttpClient bare = HttpClient.newHttpClient();
      // The first request of a process loads classes for half a second, which is no wait of ours.
      bare.send(HttpRequest.newBuilder(server.at("/")).build(), BodyHandlers.discarding());
      Show show = new Show(HeedHttpClient.wrap(bare, plan), server, terminal);
      show.call("GET", "/orders", "throttled twice, with seconds and with a date");
      show.verdict();
      show.call("POST", "/orders", "safe methods only, unless somebody vouches");
      show.call("GET", "/report", "longest wait: 30 s");
      new OutageAct(bare, server, terminal, time).play();
      new HedgeAct(bare, server, terminal, time).play();
      return show.isNeverEarly() ? Exit.OK : Exit.OTHER;
    }
  }

  /** The calls of the demo, one after the other. */
  private record Show(HttpClient client, ThrottlingServer server, Terminal terminal) {

    void call(String method, String path, String about) throws IOException, InterruptedException {
      Paint paint = terminal.outPaint();
      terminal.out().println(paint.bold(method + " " + path) + paint.faint("  " + about));
      HttpRequest request =
          HttpRequest.newBuilder(server.at(path))
              .method(
                  method,
                  method.equals("POST") ? BodyPublishers.ofString("{}") : BodyPublishers.noBody())
              .build();
      client.send(request, BodyHandlers.discarding());
    }

    /** What the server itself has measured. */
    void verdict() {
      String times =
          server.lateness().stream()
              .map(late -> Spans.millis(late) + " ms")
              .collect(Collectors.joining(" and "));
      String line =
          isNeverEarly()
              ? "by the server's clock, the retries came " + times + " late, none early"
              : "by the server's clock, a retry came EARLY: " + times;
      terminal.out().printf("%12s%s%n", "", line);
    }

    boolean isNeverEarly() {
      return server.lateness().stream().noneMatch(Duration::isNegative);
    }
  }
}
