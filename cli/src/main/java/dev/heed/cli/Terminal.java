package dev.heed.cli;

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

  /**
   * Set by the launcher to the numbers of the standard streams that are terminals, as in "12": Java
   * cannot tell for each of them.
   */
  private static final String STREAMS = "heed.terminal";

  static Terminal ofProcess() {
    String streams = "dumb".equals(System.getenv("TERM")) ? "" : System.getProperty(STREAMS, "");
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

  Paint outPaint() {
    return new Paint(color && outIsTerminal);
  }

  Paint errPaint() {
    return new Paint(color && errIsTerminal);
  }
}
