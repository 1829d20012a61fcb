package dev.heed.cli;

import dev.heed.delivery.DeliveryStatus;
import dev.heed.time.TimeSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** Delivers events of a file or of standard input. */
final class DeliverCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("deliver");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("FILE|-")
            .type(String.class)
            .description("The events, one JSON value a line. Default: standard input.")
            .build());
    DeliverOptions.addTo(spec);
    Options.flag(spec, "End with the numbers as JSON, on the last line.", "--json");
    explain(spec.usageMessage());
    return spec;
  }

  private static void explain(UsageMessageSpec usage) {
    usage
        .description(
            "Deliver events in batches to an HTTP endpoint. When the server says when to come back,"
                + " wait that long; otherwise back off, and try again. A line that is no event is"
                + " told and passed over, and the rest is delivered.",
            "")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(statuses())
        .footer(
            "",
            "Examples:",
            "  heed deliver --to https://example.com/events events.ndjson",
            "  tail -n +1 -f app.log | heed deliver --to https://example.com/events --dir queue",
            "  heed deliver --to https://api.segment.io --write-key KEY --dir queue events.ndjson",
            "  heed deliver --to https://example.com/events --dir queue /dev/null   # what was"
                + " left",
            "  heed deliver --to https://example.com/events --bearer-env TOKEN --timeout 5m --json"
                + " -");
  }

  private static Map<String, String> statuses() {
    Map<String, String> statuses = new LinkedHashMap<>();
    statuses.put("0", "all events were delivered");
    statuses.put("3", "some are pending, and none was dropped");
    statuses.put("4", "some were dropped or not accepted");
    statuses.put("2", "wrong usage");
    statuses.put("130", "interrupted");
    statuses.put("1", "anything else");
    return statuses;
  }

  @Override
  public int run(ParseResult given, Terminal terminal)
      throws Failure, IOException, InterruptedException {
    if (Options.text(given, "--to") == null) {
      throw Failure.usage("--to is missing: where should the events go?");
    }
    Logs.off();
    TimeSource time = TimeSource.system();
    DeliverOptions options = DeliverOptions.of(given);
    long deadline = time.nanoTime() + options.timeout().toNanos();
    @Nullable String none = null;
    String name = given.matchedPositionalValue(0, none);
    Delivering telling = new Delivering(terminal, time);
    try (InputStream in = input(name, terminal)) {
      Sink sink = options.open(telling);
      telling.watch(sink::status);
      Delivery delivery = new Delivery(sink, new Feeding(in, sink, telling), telling, time);
      int status = delivery.run(deadline);
      return new Ending(options, terminal, Options.isOn(given, "--json")).tell(delivery, status);
    } finally {
      telling.end();
    }
  }

  private static InputStream input(@Nullable String name, Terminal terminal) throws Failure {
    if (name == null || name.equals("-")) {
      return new Unclosed(terminal.in());
    }
    try {
      return Files.newInputStream(Path.of(name));
    } catch (IOException | InvalidPathException e) {
      throw Failure.usage(
          "there is no file '" + Text.shown(name) + "' that can be read; check name and rights");
    }
  }

  /** The delivery from its beginning to its end. */
  static final class Delivery {

    private final Sink sink;
    private final Feeding feeding;
    private final Delivering telling;
    private final TimeSource time;

    Delivery(Sink sink, Feeding feeding, Delivering telling, TimeSource time) {
      this.sink = sink;
      this.feeding = feeding;
      this.telling = telling;
      this.time = time;
    }

    long refused() {
      return feeding.refused();
    }

    boolean hasReadAll() {
      return feeding.isDone();
    }

    DeliveryStatus status() {
      return sink.status();
    }

    /** Delivers; the exit status is not zero when it was interrupted or could not read. */
    int run(long deadline) {
      try {
        if (isDone(feeding.start(), deadline)) {
          var unused = isDone(sink.flush(left(deadline)), deadline);
        }
        return Exit.OK;
      } catch (InterruptedException e) {
        // Whoever throws this has taken the flag back, so that the files can be put in order.
        return Exit.INTERRUPTED;
      } catch (ExecutionException e) {
        telling.say("the input cannot be read: " + Text.shown(String.valueOf(e.getCause())));
        return Exit.OTHER;
      } finally {
        feeding.stop();
        var unused = sink.close();
        telling.end();
      }
    }

    private Duration left(long deadline) {
      return Duration.ofNanos(Math.max(0, deadline - time.nanoTime()));
    }

    private boolean isDone(CompletableFuture<?> future, long deadline)
        throws InterruptedException, ExecutionException {
      try {
        future.get(left(deadline).toNanos(), TimeUnit.NANOSECONDS);
        return true;
      } catch (TimeoutException e) {
        return false;
      }
    }
  }

  /** Standard input: closing it would wait for a read that may never end. */
  private static final class Unclosed extends FilterInputStream {

    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public void close() {
      // It belongs to the process.
    }
  }
}
