package dev.heed.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One run of the command line with streams of its own. */
record Run(int status, ByteArrayOutputStream printed, String err) {

  static Run heed(String... args) {
    return with("", args);
  }

  /** With this text as standard input. */
  static Run with(String input, String... args) {
    return on(input, false, args);
  }

  /** With a person at both ends. */
  static Run onTerminal(String input, String... args) {
    return on(input, true, args);
  }

  private static Run on(String input, boolean terminal, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
    Terminal streams =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.ISO_8859_1)),
            stream,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            terminal,
            true);
    int status = new App(streams).run(args);
    stream.flush();
    return new Run(status, out, err.toString(StandardCharsets.UTF_8));
  }

  String out() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** The one line that a bad input deserves, without its end. */
  String complaint() {
    if (printed.size() > 0 || err.indexOf('\n') != err.length() - 1) {
      throw new AssertionError("not one line: " + out() + err);
    }
    return err.strip();
  }

  byte[] bytes() {
    return printed.toByteArray();
  }
}
