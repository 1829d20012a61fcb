package dev.heed.testing;

import dev.heed.time.Durations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StubHttpClient} or a {@link StubServer} answers: {@code Reply.json("{\"id\":7}")}.
 * A reply is given afresh each time it is used.
 *
 * <p>A reply may come late or slowly, or break off. Its times are those of the stub's time source,
 * and real on a server.
 *
 * <p>Immutable: each method that changes something makes a new reply.
 */
public final class Reply {

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int OK = 200;

  private static final Content NOTHING = new Content(0, List.of(), new byte[0]);

  /** What comes when nothing goes wrong. */
  static final class Content {

    final int status;
    final List<Heads.Line> lines;
    final byte[] body;

    Content(int status, List<Heads.Line> lines, byte[] body) {
      this.status = status;
      this.lines = lines;
      this.body = body;
    }

    boolean has(String name) {
      return lines.stream().anyMatch(line -> line.name().equalsIgnoreCase(name));
    }
  }

  private final @Nullable Function<? super RecordedRequest, Reply> source;
  private final Content content;
  private final Pace pace;
  private final Ending ending;

  private Reply(
      @Nullable Function<? super RecordedRequest, Reply> source,
      Content content,
      Pace pace,
      Ending ending) {
    this.source = source;
    this.content = content;
    this.pace = pace;
    this.ending = ending;
  }

  /** This status without a body. */
  public static Reply status(int status) {
    return of(status, null, new byte[0]);
  }

  /** 200 with this JSON. */
  public static Reply json(String json) {
    return json(OK, json);
  }

  /** This status with this JSON, as it is given. */
  public static Reply json(int status, String json) {
    return of(status, "application/json", utf8(json, "json"));
  }

  /** 200 with this text. */
  public static Reply text(String text) {
    return text(OK, text);
  }

  /** This status with this text, in UTF-8. */
  public static Reply text(int status, String text) {
    return of(status, "text/plain; charset=utf-8", utf8(text, "text"));
  }

  /** 200 with these bytes. */
  public static Reply bytes(byte[] bytes) {
    return bytes(OK, bytes);
  }

  /** This status with a copy of these bytes. */
  public static Reply bytes(int status, byte[] bytes) {
    return of(status, "application/octet-stream", bytes.clone());
  }

  private static byte[] utf8(String text, String what) {
    return Objects.requireNonNull(text, what).getBytes(StandardCharsets.UTF_8);
  }

  private static Reply of(int status, @Nullable String type, byte[] body) {
    if (status < 200 || status > 999) {
      throw new IllegalArgumentException("a final status has three digits, from 200: " + status);
    }
    if (body.length > 0 && (status == NO_CONTENT || status == NOT_MODIFIED)) {
      throw new IllegalArgumentException("a " + status + " has no body");
    }
    List<Heads.Line> lines =
        type == null ? List.of() : List.of(new Heads.Line("Content-Type", type));
    return new Reply(null, new Content(status, lines, body), Pace.AT_ONCE, Ending.WHOLE);
  }

  /** What this function makes of the request, each time anew. */
  public static Reply from(Function<? super RecordedRequest, Reply> function) {
    Objects.requireNonNull(function, "function");
    return new Reply(function, NOTHING, Pace.AT_ONCE, Ending.WHOLE);
  }

  /**
   * No response but this failure: the client throws it as it is, or in an {@code IOException} if it
   * is checked and another one. A server resets the connection instead.
   */
  public static Reply fail(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    return fail(() -> failure);
  }

  /** The same with a failure that is made anew each time: {@code fail(ConnectException::new)}. */
  public static Reply fail(Supplier<? extends Throwable> failure) {
    return broken(Ending.failing(Objects.requireNonNull(failure, "failure")));
  }

  /** No response at all, until the caller gives up. */
  public static Reply stall() {
    return broken(Ending.beforeHead(Ending.Kind.STALL));
  }

  /** No response: the connection is closed in good order. */
  public static Reply cut() {
    return broken(Ending.beforeHead(Ending.Kind.CUT));
  }

  /** No response: the connection is reset. */
  public static Reply reset() {
    return broken(Ending.beforeHead(Ending.Kind.RESET));
  }

  private static Reply broken(Ending ending) {
    return new Reply(null, NOTHING, Pace.AT_ONCE, ending);
  }

  /**
   * Adds a header field, among others of its name if there are. A {@code Content-Type} takes the
   * place of the one before, so that {@code Reply.json(400, problem)} can be {@code
   * application/problem+json}. The length of the body is added by itself, where this does not give
   * another one.
   */
  public Reply header(String name, String value) {
    Heads.checkName("header", name);
    Heads.checkValue(name, value);
    if (name.toLowerCase(Locale.ROOT).equals("transfer-encoding")) {
      throw new IllegalArgumentException("how a body travels is up to the stub: " + name);
    }
    if (source == null && !ending.hasHead()) {
      throw new IllegalStateException("a reply without a head (" + ending + ") has no headers");
    }
    return changed(
        reply -> {
          List<Heads.Line> lines = new ArrayList<>(reply.content.lines);
          lines.removeIf(line -> isType(name) && isType(line.name()));
          lines.add(new Heads.Line(name, value));
          Content more = new Content(reply.content.status, List.copyOf(lines), reply.content.body);
          return new Reply(null, more, reply.pace, reply.ending);
        });
  }

  private static boolean isType(String name) {
    return name.equalsIgnoreCase("Content-Type");
  }

  /** The same reply, or failure, after this time; twice, after both. */
  public Reply delayed(Duration delay) {
    checkNotNegative("delay", delay);
    return changed(
        reply -> new Reply(null, reply.content, reply.pace.delayed(delay), reply.ending));
  }

  /**
   * The body comes piece by piece, the first one with the head.
   *
   * @param bytes how many come at a time
   * @param every from one to the next
   */
  public Reply trickle(int bytes, Duration every) {
    checkNotNegative("every", every);
    if (bytes <= 0) {
      throw new IllegalArgumentException("a piece has at least one byte: " + bytes);
    }
    return changed(
        reply -> new Reply(null, reply.content, reply.pace.trickling(bytes, every), reply.ending));
  }

  /** After the head and this many bytes of the body nothing follows, until the caller gives up. */
  public Reply stallAfter(int bytes) {
    return ending(Ending.Kind.STALL, bytes);
  }

  /** After the head and this many bytes of the body the connection is closed in good order. */
  public Reply cutAfter(int bytes) {
    return ending(Ending.Kind.CUT, bytes);
  }

  /**
   * After the head and this many bytes of the body the connection is reset. Over a real network the
   * reset may overtake what was sent before it.
   */
  public Reply resetAfter(int bytes) {
    return ending(Ending.Kind.RESET, bytes);
  }

  private Reply ending(Ending.Kind kind, int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a number of bytes must not be negative: " + bytes);
    }
    return changed(
        reply -> {
          int length = reply.content.body.length;
          Ending broken = new Ending(kind, bytes, null);
          if (bytes >= length) {
            throw new IllegalArgumentException(
                broken + ": this needs a longer body than one of " + Ending.bytes(length));
          }
          return new Reply(null, reply.content, reply.pace, broken);
        });
  }

  private static void checkNotNegative(String what, Duration duration) {
    if (Objects.requireNonNull(duration, what).isNegative()) {
      throw new IllegalArgumentException(
          what + " must not be negative: " + Durations.text(duration));
    }
  }

  private Reply changed(UnaryOperator<Reply> change) {
    Function<? super RecordedRequest, Reply> made = source;
    return made == null
        ? change.apply(this)
        : from(request -> change.apply(resolve(made, request)));
  }

  /** The reply to this request; itself unless it is made from the request. */
  Reply resolve(RecordedRequest request) {
    Function<? super RecordedRequest, Reply> made = source;
    return made == null ? this : resolve(made, request);
  }

  private static Reply resolve(
      Function<? super RecordedRequest, Reply> made, RecordedRequest request) {
    return Objects.requireNonNull(made.apply(request), "the function of Reply.from gave no reply")
        .resolve(request);
  }

  Content content() {
    return content;
  }

  Pace pace() {
    return pace;
  }

  Ending ending() {
    return ending;
  }

  /** How much of the body comes. */
  int end() {
    return Math.min(ending.after(), content.body.length);
  }

  /** The head in field lines, with the length of the body. */
  List<Heads.Line> lines() {
    boolean bodiless = content.status == NO_CONTENT || content.status == NOT_MODIFIED;
    if (bodiless || content.has("Content-Length")) {
      return content.lines;
    }
    List<Heads.Line> lines = new ArrayList<>(content.lines);
    lines.add(new Heads.Line("Content-Length", Integer.toString(content.body.length)));
    return lines;
  }

  /** {@code 429, Retry-After: 7}, or what goes wrong. */
  @Override
  public String toString() {
    if (source != null) {
      return "made from the request";
    }
    StringBuilder text = new StringBuilder();
    if (ending.hasHead()) {
      text.append(content.status);
      content.lines.forEach(line -> text.append(", ").append(line));
      if (content.body.length > 0) {
        text.append(", ").append(Ending.bytes(content.body.length));
      }
      text.append(ending.isWhole() ? "" : ", " + ending);
    } else {
      text.append(ending);
    }
    if (!pace.delay().isZero()) {
      text.append(", delayed by ").append(Durations.text(pace.delay()));
    }
    return text.toString();
  }
}
