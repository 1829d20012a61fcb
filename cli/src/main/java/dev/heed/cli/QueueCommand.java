package dev.heed.cli;

import dev.heed.delivery.DeliveryConfig;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.store.StoreView;
import dev.heed.delivery.store.StoredEvent;
import dev.heed.delivery.upload.Uploader;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** Looks at the directory of a queue, and puts it right. */
final class QueueCommand implements Command {

  private static final List<String> ACTIONS = List.of("status", "peek", "resume", "replay");
  private static final int MOST_SHOWN = 1_000_000;

  /** Nothing is sent there: the queue is paused from its opening to its closing. */
  private static final URI NOWHERE = URI.create("http://localhost/");

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("queue");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("ACTION")
            .type(String.class)
            .completionCandidates(ACTIONS)
            .description(
                "status: how much waits, since when, and what holds it up.",
                "peek: print the oldest events, one a line.",
                "resume: end the pause and all backoffs, so that the next run sends at once.",
                "replay: put the events of the dead letter into the queue again.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("1")
            .required(true)
            .paramLabel("DIR")
            .type(String.class)
            .description("The directory, as in heed deliver --dir DIR.")
            .build());
    Options.value(spec, "N", "How many events peek prints. Default: 10.", "-n", "--events");
    Options.value(
        spec, "FILE", "Replay this dead letter. Default: that in the directory.", "--dead-letter");
    Options.flag(spec, "Print the status as JSON.", "--json");
    explain(spec.usageMessage());
    return spec;
  }

  private static void explain(UsageMessageSpec usage) {
    usage
        .description(
            "Look at a queue in a directory, and put it right. status and peek change nothing and"
                + " may be used while another process has the queue; resume and replay need it"
                + " for themselves. Nothing is sent.",
            "")
        .footer(
            "",
            "Examples:",
            "  heed queue status queue",
            "  heed queue peek -n 3 queue",
            "  heed queue replay queue && heed deliver --to https://example.com/events --dir queue"
                + " /dev/null");
  }

  @Override
  public int run(ParseResult given, Terminal terminal) throws Failure, IOException {
    Logs.off();
    String none = "";
    String action = given.matchedPositionalValue(0, none);
    Path directory = directory(given.matchedPositionalValue(1, none));
    switch (action) {
      case "status" -> status(directory, Options.isOn(given, "--json"), terminal);
      case "peek" -> peek(directory, count(given), terminal);
      case "resume" -> resume(directory, terminal);
      case "replay" -> replay(directory, given, terminal);
      default ->
          throw Failure.usage(
              "'" + Text.shown(action) + "' is none of " + String.join(", ", ACTIONS));
    }
    return Exit.OK;
  }

  private static Path directory(String name) throws Failure {
    try {
      Path directory = Path.of(name);
      if (Files.isDirectory(directory)) {
        return directory;
      }
    } catch (InvalidPathException e) {
      throw Failure.usage("'" + Text.shown(name) + "' is no path");
    }
    throw Failure.usage("there is no directory '" + Text.shown(name) + "'");
  }

  private static int count(ParseResult given) throws Failure {
    String text = Options.text(given, "-n");
    return text == null ? 10 : Options.number("-n", text, 1, MOST_SHOWN);
  }

  private static void status(Path directory, boolean json, Terminal terminal) throws IOException {
    QueueLook look = new QueueLook(StoreView.open(directory), TimeSource.system().now());
    if (json) {
      terminal.out().println(Json.text(look.members()));
    } else {
      look.lines().forEach(terminal.out()::println);
    }
  }

  private static void peek(Path directory, int count, Terminal terminal) throws IOException {
    for (StoredEvent event : StoreView.open(directory).peek(count)) {
      // A line break in JSON stands between tokens, where a blank means the same.
      terminal.out().println(event.text().replace('\n', ' ').replace('\r', ' '));
    }
  }

  private static void resume(Path directory, Terminal terminal) throws IOException {
    try (Held held = Held.of(directory)) {
      held.queue().retryNow();
    }
    terminal.out().println("nothing holds up the events any more; the next run sends them");
  }

  private static void replay(Path directory, ParseResult given, Terminal terminal)
      throws IOException, Failure {
    StoreView view = StoreView.open(directory);
    String named = Options.text(given, "--dead-letter");
    Path letters = named == null ? view.deadLetterFile() : Path.of(named);
    if (named != null && !Files.isReadable(letters)) {
      throw Failure.usage(
          "--dead-letter: there is no file '" + Text.shown(named) + "' that can be read");
    }
    long again;
    try (Held held = Held.of(directory)) {
      again = held.queue().replay(letters);
    }
    long left = QueueLook.lines(letters);
    String rest = left == 0 ? "" : "; in the dead letter still: " + Text.count(left, "line");
    terminal.out().println("in the queue again: " + Text.count(again, "event") + rest);
  }

  /** A queue that sends nothing, and has the directory as long as it is held. */
  private record Held(DeliveryQueue queue) implements AutoCloseable {

    /** Room for whatever is there. */
    private static final DeliveryConfig CONFIG =
        DeliveryConfig.builder()
            .maxEvents(Long.MAX_VALUE)
            .maxBytes(Long.MAX_VALUE)
            .maxBatches(Integer.MAX_VALUE)
            .build();

    static Held of(Path directory) throws IOException {
      // Where there is no store, none is made.
      StoreView unused = StoreView.open(directory);
      return new Held(
          DeliveryQueue.builder("heed queue")
              .uploader(Uploader.to(NOWHERE).build())
              .config(CONFIG)
              .directory(directory)
              .paused(true)
              .open());
    }

    @Override
    public void close() {
      queue.close(Duration.ZERO);
    }
  }
}
