package dev.heed.cli;

import dev.heed.text.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All commands by name. */
final class Commands {

  private static final List<String> NAMES =
      List.of("demo", "fetch", "decode", "explain", "deliver", "queue", "completion");
  private static final List<String> CANDIDATES =
      List.of(
          "demo", "fetch", "decode", "explain", "deliver", "queue", "completion", "hints", "help");

  private Commands() {}

  /** A new one of this name or alias, or null. */
  static @Nullable Command find(String name) {
    return switch (name) {
      case "demo" -> new DemoCommand();
      case "fetch" -> new FetchCommand();
      case "decode", "hints" -> new DecodeCommand();
      case "explain" -> new ExplainCommand();
      case "deliver" -> new DeliverCommand();
      case "queue" -> new QueueCommand();
      case "e2e" -> new E2eCommand();
      case "completion" -> new CompletionCommand();
      default -> null;
    };
  }

  static boolean isCommand(String name) {
    return NAMES.contains(name) || name.equals("hints") || name.equals("e2e");
  }

  /** Whether it has something to put in order when it is interrupted. */
  static boolean leavesTraces(String name) {
    return name.equals("fetch") || name.equals("deliver") || name.equals("queue");
  }

  /** The command that somebody who mistyped one is likely to have meant, or null. */
  static @Nullable String nearest(String name) {
    return Words.nearest(name, CANDIDATES).orElse(null);
  }

  /** The help of the whole, without the options of its commands. */
  static CommandSpec overview() {
    CommandSpec heed = tree();
    heed.addOption(
        OptionSpec.builder("-V", "--version").versionHelp(true).description("Show it.").build());
    heed.usageMessage()
        .synopsisHeading("")
        .customSynopsis("Usage: heed COMMAND [ARGUMENTS]")
        .description(
            "",
            "HTTP that heeds the server: it comes back when the server says, never earlier.",
            "")
        .commandListHeading("%nCommands:%n")
        .footer(
            "",
            "'heed COMMAND --help' shows what a command takes, with examples.",
            "",
            "Try it, without any network:",
            "  heed demo",
            "  curl -sI https://api.github.com | heed decode --dialect github",
            "  heed explain --play \"503,503+RA10,200\"");
    return heed;
  }

  /** All commands below {@code heed}, as the completion needs them. */
  static CommandSpec tree() {
    CommandSpec heed = App.withHelp(CommandSpec.create().name("heed"));
    for (String name : NAMES) {
      Command command = find(name);
      if (command != null) {
        heed.addSubcommand(name, App.withHelp(command.spec()));
      }
    }
    return heed;
  }
}
