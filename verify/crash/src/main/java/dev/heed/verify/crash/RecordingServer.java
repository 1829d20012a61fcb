package dev.heed.verify.crash;

import dev.heed.time.TimeSource;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A process that takes uploads, answers them as it is told, and remembers every one that came
 * whole: when, with what events, and how it was answered.
 *
 * <p>What it has answered with success it remembers before the answer leaves, so that an upload
 * whose sender dies meanwhile counts as delivered, which it is.
 */
final class RecordingServer {

  private final TimeSource time = TimeSource.system();
  private final List<String> uploads = new ArrayList<>();
  private Manner manner = Manner.FINE;
  private int seconds;
  private Random chance = new Random(0);

  /** How it answers. */
  enum Manner {
    /** Every upload is taken. */
    FINE,
    /** One in ten fails, in one of several ways, and may be sent again. */
    SHAKY,
    /** One in five is refused for good. */
    REFUSING,
    /** No upload is taken: come back later. */
    STUCK
  }

  private RecordingServer() {}

  /** Serves until the parent is gone. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    RecordingServer server = new RecordingServer();
    Service.serve(new Listening(server::read), server::answer);
  }

  /** "begin SEED", "manner NAME SECONDS" or "report". */
  private synchronized List<String> answer(String command) {
    String[] words = command.split(" ", -1);
    switch (words[0]) {
      case "begin" -> {
        uploads.clear();
        chance = new Random(Long.parseLong(words[1]));
      }
      case "manner" -> {
        manner = Manner.valueOf(words[1]);
        seconds = Integer.parseInt(words[2]);
      }
      default -> {
        return List.copyOf(uploads);
      }
    }
    return List.of();
  }

  private void read(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    for (Head head = Head.read(in); head != null; head = Head.read(in)) {
      byte[] body = in.readNBytes(head.length());
      if (body.length < head.length()) {
        return;
      }
      String reply = reply(body, head.retryCount());
      if (reply.isEmpty()) {
        return;
      }
      socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Of the head of a request, what matters here. */
  private record Head(int length, int retryCount) {

    /** Null when there is no further request. */
    static @Nullable Head read(InputStream in) throws IOException {
      String line = line(in);
      if (line.isEmpty()) {
        return null;
      }
      int length = 0;
      int retryCount = 0;
      for (; !line.isEmpty(); line = line(in)) {
        String[] field = line.toLowerCase(Locale.ROOT).split(": *", 2);
        length = field[0].equals("content-length") ? Integer.parseInt(field[1]) : length;
        retryCount = field[0].equals("x-retry-count") ? Integer.parseInt(field[1]) : retryCount;
      }
      return new Head(length, retryCount);
    }

    /** Empty at the end of the head, and at that of the connection between two requests. */
    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0 && line.length() > 0) {
          throw new EOFException("cut off in a head");
        }
        if (next < 0) {
          return "";
        }
        line.append((char) next);
      }
      return line.toString().strip();
    }
  }

  /** The whole reply; empty for none, and the end of the connection. */
  private synchronized String reply(byte[] body, int retryCount) {
    long came = time.nanoTime();
    StringBuilder upload = new StringBuilder();
    int status = status();
    try {
      for (JsonCheck.Event event : JsonCheck.events(body)) {
        upload.append(' ').append(event.id()).append('/').append(event.check());
      }
    } catch (JsonCheck.Malformed e) {
      uploads.add("malformed " + e.getMessage());
      return reply(400, "");
    }
    long answered = time.nanoTime();
    uploads.add("upload " + status + " " + came + " " + answered + " " + retryCount + upload);
    return status == 0 ? "" : reply(status, hint(status));
  }

  private int status() {
    int dice = chance.nextInt(100);
    return switch (manner) {
      case FINE -> 200;
      case SHAKY -> dice < 4 ? 500 : dice < 7 ? 503 : dice < 10 ? 0 : 200;
      case REFUSING -> dice < 20 ? 400 : 200;
      case STUCK -> 429;
    };
  }

  private String hint(int status) {
    return status == 429 ? "Retry-After: " + seconds + "\r\n" : "";
  }

  private static String reply(int status, String fields) {
    return "HTTP/1.1 " + status + " Answer\r\nContent-Length: 0\r\n" + fields + "\r\n";
  }
}
