package dev.heed.retry;

import dev.heed.http.HeaderEdits;
import dev.heed.http.RequestHead;
import dev.heed.stage.StageContractException;
import dev.heed.stage.StageRequest;
import dev.heed.time.TimeSource;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The request as one run of a ring edits it: the caller's head under a layer of edits. */
final class EditableRequest implements StageRequest {

  /** A response that a stage gave in place of the server's. */
  static final class Answer {

    final int status;
    final Map<String, List<String>> headers;
    final byte[] body;

    Answer(int status, Map<String, List<String>> headers, byte[] body) {
      this.status = status;
      this.headers = headers;
      this.body = body;
    }
  }

  private final Call<?> call;
  private final RequestHead head;
  private final int attempt;
  private final HeaderEdits edits;
  private String owner = "";
  private boolean open;
  private @Nullable Answer answer;

  EditableRequest(Call<?> call, int attempt, @Nullable HeaderEdits outer) {
    this.call = call;
    this.head = call.request();
    this.attempt = attempt;
    this.edits = outer == null ? new HeaderEdits() : new HeaderEdits(outer);
  }

  /** Edits are the named stage's until {@link #close()}. */
  void open(String stage) {
    owner = stage;
    open = true;
  }

  void close() {
    open = false;
  }

  HeaderEdits edits() {
    return edits;
  }

  @Nullable Answer answer() {
    return answer;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public String method() {
    return head.method();
  }

  @Override
  public URI uri() {
    return head.uri();
  }

  @Override
  public Map<String, List<String>> headers() {
    return edits.isEmpty() ? head.headers() : edits.applyTo(head.headers());
  }

  @Override
  public List<String> values(String name) {
    List<String> edited = edits.values(name);
    return edited == null ? head.values(name) : edited;
  }

  @Override
  public Optional<byte[]> body() {
    return Optional.ofNullable(call.exchange.bodyBytes());
  }

  @Override
  public void setHeader(String name, String value) {
    requireOpen("set " + name);
    edits.set(HeaderRules.name(name, owner), HeaderRules.value(name, value, owner));
  }

  @Override
  public void removeHeader(String name) {
    requireOpen("remove " + name);
    edits.remove(name);
  }

  @Override
  public void answer(int status, Map<String, ? extends List<String>> headers, byte[] body) {
    requireOpen("answer");
    if (answer != null) {
      throw new StageContractException("stage " + owner + " answered twice");
    }
    if (status < 200 || status > 599) {
      throw new StageContractException("stage " + owner + " answered with status " + status);
    }
    TreeMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    answer = new Answer(status, copy, body.clone());
  }

  @Override
  public void markIdempotent() {
    requireOpen("mark the call as idempotent");
    if (attempt > 0) {
      throw new StageContractException(
          "stage " + owner + " marks the call as idempotent: register it with perCall");
    }
    call.vouch();
  }

  @Override
  public Map<String, Object> attributes() {
    return call.attributes();
  }

  @Override
  public TimeSource time() {
    return call.settings.time;
  }

  private void requireOpen(String what) {
    if (!open) {
      throw new StageContractException(
          "stage " + owner + " tried to " + what + " after it had ended its preparation");
    }
  }

  /** A name and a value that would break the request are the stage's fault, and named as such. */
  private static final class HeaderRules {

    static String name(String name, String owner) {
      boolean token = !name.isEmpty() && name.chars().allMatch(HeaderRules::isTokenChar);
      if (!token) {
        throw new StageContractException("stage " + owner + " set a malformed header name");
      }
      return name;
    }

    static String value(String name, String value, String owner) {
      Objects.requireNonNull(value, () -> "stage " + owner + " set " + name + " to null");
      if (value.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
        throw new StageContractException(
            "stage " + owner + " set " + name + " to a value with a line break");
      }
      return value;
    }

    private static boolean isTokenChar(int c) {
      return c > 32 && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }
  }
}
