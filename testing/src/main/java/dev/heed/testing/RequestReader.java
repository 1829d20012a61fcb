package dev.heed.testing;

import dev.heed.testing.Wire.BadRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads requests of HTTP/1.1 (RFC 9112), one after the other. */
final class RequestReader {

  private static final int MAX_FIELDS = 1_000;
  private static final long MAX_BODY = 256L << 20;
  private static final int HEX = 16;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Wire wire;
  private final URI server;

  /**
   * A reader.
   *
   * @param server the server's own URI, for requests that do not name a host
   */
  RequestReader(Wire wire, URI server) {
    this.wire = wire;
    this.server = server;
  }

  /** The next request with its body; null when the client has closed the connection. */
  @Nullable Request next() throws IOException {
    String line = wire.readLine();
    while (line != null && line.isEmpty()) {
      // A line end that belongs to nothing is allowed before a request.
      line = wire.readLine();
    }
    return line == null ? null : next(line);
  }

  private Request next(String line) throws IOException {
    String[] parts = line.split(" ", -1);
    if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
      throw new BadRequest("not a request line of HTTP/1.1: " + line);
    }
    HttpHeaders headers = headers();
    byte[] body = body(headers);
    return new Request(
        new Incoming(parts[0], uri(parts[1], headers), headers, body),
        parts[2].equals("HTTP/1.1") && !has(headers, "Connection", "close"));
  }

  private HttpHeaders headers() throws IOException {
    List<Heads.Line> lines = new ArrayList<>();
    for (String line = fieldLine(); !line.isEmpty(); line = fieldLine()) {
      int colon = line.indexOf(':');
      if (colon <= 0 || !line.substring(0, colon).chars().allMatch(Heads::isTokenChar)) {
        throw new BadRequest("not a field line: " + line);
      }
      if (lines.size() == MAX_FIELDS) {
        throw new BadRequest("more than " + MAX_FIELDS + " field lines");
      }
      lines.add(new Heads.Line(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return Heads.headers(lines);
  }

  private String fieldLine() throws IOException {
    String line = wire.readLine();
    if (line == null) {
      throw new IOException("the client has closed the connection in the middle of a head");
    }
    return line;
  }

  private URI uri(String target, HttpHeaders headers) throws BadRequest {
    String host =
        headers.firstValue("Host").filter(name -> !name.isBlank()).orElse(server.getAuthority());
    try {
      if (target.startsWith("http://") || target.startsWith("https://")) {
        return Encoded.uri(target);
      }
      return Encoded.uri(
          server.getScheme() + "://" + host + (target.startsWith("/") ? "" : "/") + target);
    } catch (IllegalArgumentException e) {
      throw new BadRequest("no URI comes of the target " + target + " and the host " + host);
    }
  }

  private byte[] body(HttpHeaders headers) throws IOException {
    boolean chunked = has(headers, "Transfer-Encoding", "chunked");
    List<String> lengths = headers.allValues("Content-Length");
    if (chunked && !lengths.isEmpty()) {
      throw new BadRequest("both a Content-Length and a Transfer-Encoding");
    }
    if (!chunked && headers.firstValue("Transfer-Encoding").isPresent()) {
      throw new BadRequest("the only Transfer-Encoding that is known is chunked");
    }
    if (!chunked && lengths.isEmpty()) {
      return new byte[0];
    }
    int length = chunked ? 0 : length(lengths);
    if (has(headers, "Expect", "100-continue")) {
      wire.write(CONTINUE, 0, CONTINUE.length);
    }
    return chunked ? chunks() : wire.read(length);
  }

  private static int length(List<String> values) throws BadRequest {
    if (new HashSet<>(values).size() > 1) {
      throw new BadRequest("several values of Content-Length: " + String.join(", ", values));
    }
    return size(values.get(0), 10, "a Content-Length");
  }

  private static int size(String text, int radix, String what) throws BadRequest {
    boolean digits = !text.isEmpty() && text.chars().allMatch(c -> Character.digit(c, radix) >= 0);
    try {
      long size = digits ? Long.parseLong(text, radix) : -1;
      if (size >= 0 && size <= MAX_BODY) {
        return (int) size;
      }
    } catch (NumberFormatException e) {
      // Digits of more than a long: too large as well.
    }
    throw new BadRequest(what + " from 0 to " + MAX_BODY + " is wanted, not " + text);
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      if (body.size() + (long) size > MAX_BODY) {
        throw new BadRequest("a body of more than " + MAX_BODY + " bytes");
      }
      body.writeBytes(wire.read(size));
      if (!fieldLine().isEmpty()) {
        throw new BadRequest("a chunk is longer than it says");
      }
    }
    skipTrailers();
    return body.toByteArray();
  }

  private void skipTrailers() throws IOException {
    for (String line = fieldLine(); !line.isEmpty(); ) {
      line = fieldLine();
    }
  }

  private int chunkSize() throws IOException {
    String line = fieldLine();
    int extension = line.indexOf(';');
    return size((extension < 0 ? line : line.substring(0, extension)).strip(), HEX, "a chunk size");
  }

  private static boolean has(HttpHeaders headers, String name, String token) {
    return headers.allValues(name).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .anyMatch(value -> value.strip().toLowerCase(Locale.ROOT).equals(token));
  }

  /**
   * A request.
   *
   * @param incoming what it says
   * @param keepAlive whether the client wants to go on with this connection
   */
  record Request(Incoming incoming, boolean keepAlive) {}
}
