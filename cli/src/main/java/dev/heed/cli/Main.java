package dev.heed.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts the command line in a process of its own. */
public final class Main {

  /** What a command may take to clean up after Ctrl-C before the process ends all the same. */
  private static final int CLEAN_UP_SECONDS = 3;

  private Main() {}

  /**
   * Runs one command and ends the process with its exit status.
   *
   * @param args the command and its arguments
   */
  public static void main(String[] args) {
    Interruption interruption = new Interruption(Thread.currentThread());
    if (args.length > 0 && Commands.leavesTraces(args[0])) {
      Runtime.getRuntime().addShutdownHook(interruption);
    }
    Terminal terminal = Terminal.ofProcess();
    int status = new App(terminal).run(args);
    terminal.out().flush();
    interruption.finished.countDown();
    System.exit(status);
  }

  /** Ctrl-C: the command is interrupted and may remove what is half done. */
  private static final class Interruption extends Thread {

    private final Thread command;
    private final CountDownLatch finished = new CountDownLatch(1);

    Interruption(Thread command) {
      super("heed-interruption");
      this.command = command;
    }

    @Override
    public void run() {
      command.interrupt();
      try {
        if (!finished.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
          System.err.println("heed: could not clean up in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
