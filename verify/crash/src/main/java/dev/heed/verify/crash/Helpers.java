package dev.heed.verify.crash;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The two processes that know the truth: a server and a ledger. One pair for each lane. */
final class Helpers implements Closeable {

  private final Service server;
  private final Service ledger;

  Helpers() throws IOException {
    server = new Service(RecordingServer.class);
    ledger = new Service(Ledger.class);
  }

  /** A new round: both forget what was. */
  void begin(long seed) throws IOException {
    server.ask("begin " + seed);
    ledger.ask("begin");
    manner(RecordingServer.Manner.FINE, 0);
  }

  /** How the server answers from now on. */
  void manner(RecordingServer.Manner manner, int seconds) throws IOException {
    server.ask("manner " + manner + " " + seconds);
  }

  /** How a child reaches the two. */
  Setup reachable(Setup setup) {
    return setup.with("server", server.port()).with("ledger", ledger.port());
  }

  /** All uploads, when all processes are dead that have sent any. */
  List<String> uploads() throws IOException {
    return server.ask("report");
  }

  /** All entries, when all processes are dead that have made any. */
  List<String> entries() throws IOException {
    return ledger.ask("report");
  }

  @Override
  public void close() {
    server.close();
    ledger.close();
  }
}
