package dev.heed.verify.crash;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes wrong with the files of a child, while it does. */
final class Trouble {

  private final AtomicInteger calls = new AtomicInteger();
  private volatile Kind kind = Kind.NONE;
  private volatile int every = 1;

  /** What may go wrong. */
  enum Kind {
    NONE("nothing"),
    FULL("No space left on device"),
    SHORT("No space left on device"),
    FSYNC("Input/output error"),
    DELETE("Permission denied");

    private final String message;

    Kind(String message) {
      this.message = message;
    }
  }

  /** From now on every so manieth call fails. */
  void begin(String name, int everySoMany) {
    every = everySoMany;
    kind = Kind.valueOf(name.toUpperCase(Locale.ROOT));
  }

  void end() {
    kind = Kind.NONE;
  }

  /** Whether this call is one of those that fail. */
  boolean strikes(Kind other) {
    return kind == other && calls.incrementAndGet() % every == 0;
  }

  IOException failure(Kind of) {
    return new IOException(of.message);
  }
}
