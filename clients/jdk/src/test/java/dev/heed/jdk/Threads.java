package dev.heed.jdk;

import dev.heed.conformance.wire.WireServer;

/** Threads of this machine that are not the test's own. */
final class Threads {

  private Threads() {}

  /** Threads that belong to neither the servers of the tests nor the JVM. */
  static int ofClients() {
    return (int)
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> !name.startsWith(WireServer.THREADS))
            .count();
  }
}
