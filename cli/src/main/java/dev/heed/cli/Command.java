package dev.heed.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One command. Made for one use. */
interface Command {

  /** Options, parameters and help, without the option {@code --help}, which every command has. */
  CommandSpec spec();

  /**
   * Does it.
   *
   * @return the exit status
   * @throws Failure with the exit status and the line for the user
   * @throws IOException when a stream of the terminal fails
   * @throws InterruptedException on Ctrl-C
   */
  int run(ParseResult given, Terminal terminal) throws Failure, IOException, InterruptedException;
}
