package dev.heed.verify.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that remembers what the processes with a queue say of each event, before and after they
 * offer it, so that it is known what was accepted when they are killed. What they have written is
 * in the hands of the kernel, and is read after their deaths.
 */
final class Ledger {

  private final List<String> lines = new ArrayList<>();

  private Ledger() {}

  /** Serves until the parent is gone. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Ledger ledger = new Ledger();
    Service.serve(new Listening(ledger::read), ledger::answer);
  }

  /** A last line without an end was never written whole: it says nothing. */
  private void read(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.endsWith(".")) {
        add(line.substring(0, line.length() - 1));
      }
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
  }

  private synchronized List<String> answer(String command) {
    List<String> answer = List.copyOf(lines);
    if (command.startsWith("begin")) {
      lines.clear();
      return List.of();
    }
    return answer;
  }
}
