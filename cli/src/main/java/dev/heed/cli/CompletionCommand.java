package dev.heed.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Prints the completion for bash and zsh. */
final class CompletionCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("completion");
    spec.usageMessage()
        .description("Print the completion script for bash and zsh.")
        .footer(
            "",
            "Examples:",
            "  source <(heed completion)",
            "  heed completion > ~/.local/share/bash-completion/completions/heed");
    return spec;
  }

  @Override
  public int run(ParseResult given, Terminal terminal) {
    terminal.out().print(AutoComplete.bash("heed", new CommandLine(Commands.tree())));
    return Exit.OK;
  }
}
