package dev.heed.cli;

import dev.heed.Heed;
import dev.heed.http.Replayability;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import dev.heed.retry.CallOptions;
import dev.heed.transport.BlockingExchange;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One call to a server that follows a script. Answers take no time, timeouts take their limit. */
final class ScriptedExchange implements BlockingExchange<ResponseHead> {

  private static final Duration HOSTS_OWN_LIMIT = Duration.ofSeconds(10);

  private final RequestHead request;
  private final List<Reply> replies;
  private final VirtualTime time;
  private int sends;
  private boolean ownLimit;

  ScriptedExchange(String method, List<Reply> replies, VirtualTime time) {
    this.request = new Request(method);
    this.replies = replies;
    this.time = time;
  }

  String method() {
    return request.method();
  }

  /** Runs the call through the plan. Its listener tells the story, also of a failure. */
  void play(Heed plan) throws InterruptedException {
    try {
      plan.engine().run(this, CallOptions.none());
    } catch (IOException e) {
      assert sends > 0 : e;
    }
  }

  /** What a reader of the timeline should know beside it. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (sends > replies.size()) {
      remarks.add("the script was over: its last reply was repeated");
    }
    if (sends < replies.size()) {
      List<String> unused =
          replies.subList(sends, replies.size()).stream().map(Reply::text).toList();
      remarks.add("not played: " + Text.shown(String.join(",", unused)));
    }
    if (ownLimit) {
      remarks.add(
          "timeouts took 10 s, since there is neither --attempt-timeout nor --call-timeout");
    }
    return remarks;
  }

  @Override
  public @Nullable ResponseHead send(Outgoing outgoing, Gate gate) throws IOException {
    Reply reply = replies.get(Math.min(sends, replies.size() - 1));
    sends++;
    switch (reply.kind()) {
      case RESET -> throw new SocketException("Connection reset");
      case REFUSED -> throw new ConnectException("Connection refused");
      case TIMEOUT -> throw timeout(outgoing.limit());
      case ANSWER -> {}
    }
    ResponseHead head = ResponseHead.of(reply.status(), reply.headers());
    return gate.keep(head) ? head : null;
  }

  private HttpTimeoutException timeout(long limit) {
    ownLimit |= limit == 0;
    time.advance(limit == 0 ? HOSTS_OWN_LIMIT : Duration.ofNanos(limit));
    return new HttpTimeoutException("request timed out");
  }

  @Override
  public FailureKind classify(Throwable failure) {
    if (failure instanceof HttpTimeoutException) {
      return ownLimit ? FailureKind.TRANSPORT : FailureKind.TIMED_OUT;
    }
    return failure instanceof ConnectException ? FailureKind.NOT_PROCESSED : FailureKind.TRANSPORT;
  }

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public Replayability replayability() {
    return Replayability.REPLAYABLE;
  }

  @Override
  public CompletionStage<Integer> buffer(int limit) {
    return CompletableFuture.completedFuture(0);
  }

  @Override
  public byte @Nullable [] bodyBytes() {
    return null;
  }

  @Override
  public ResponseHead head(ResponseHead response) {
    return response;
  }

  @Override
  public boolean bodyRestartable() {
    return true;
  }

  /** Nothing to release: a scripted response has no body. */
  @Override
  public void discard(ResponseHead response) {}

  @Override
  public ResponseHead answer(int status, Map<String, List<String>> headers, byte[] body) {
    return ResponseHead.of(status, headers);
  }

  private record Request(String method) implements RequestHead {

    @Override
    public URI uri() {
      return URI.create("http://script.invalid/");
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }
}
