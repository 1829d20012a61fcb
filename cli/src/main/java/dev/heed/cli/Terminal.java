package dev.heed.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads from and writes to, so that a test can stand in for a terminal.
 *
 * @param out buffered; flushed at the end, or where a reader is waiting
 * @param outIsTerminal whether a person reads {@code out} on a terminal that can do more than type
 * @param errIsTerminal the same for {@code err}
 * @param color whether colors are welcome where a person reads
 */
record Terminal(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean color) {

  /** Set by the launcher to the numbers of the standard streams that are terminals, as in "12". */
  private static final String STREAMS = "heed.terminal";

  static Terminal ofProcess() {
    String known = System.getProperty(STREAMS);
    String streams = "dumb".equals(System.getenv("TERM")) ? "" : known == null ? guessed() : known;
    return new Terminal(
        System.in,
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        streams.contains("1"),
        streams.contains("2"),
        wantsColor(System.getenv("NO_COLOR")));
  }

  /** See no-color.org: set to anything but the empty text, the variable turns colors off. */
  static boolean wantsColor(@Nullable String noColor) {
    return noColor == null || noColor.isEmpty();
  }

  /** Without the launcher, Java tells only whether input and output both are a terminal. */
  private static String guessed() {
    Console console = System.console();
    return console != null && isTerminal(console) ? "012" : "";
  }

  /** From 22 on there may be a console without a terminal, and a method that tells. */
  private static boolean isTerminal(Console console) {
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  Paint outPaint() {
    return new Paint(color && outIsTerminal);
  }

  Paint errPaint() {
    return new Paint(color && errIsTerminal);
  }
}
