package dev.heed.conformance;

import dev.heed.Heed;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.TestCertificate;
import dev.heed.conformance.wire.WireProtocol;
import dev.heed.conformance.wire.WireServer;
import dev.heed.hint.Hints;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * What one test in one mode works with: servers, clients of the adapter, calls. Everything is
 * closed when the test is over, the youngest first.
 */
final class Trial implements AutoCloseable {

  private static final Duration SHORTEST_LIMIT = Duration.ofMillis(300);
  private static final Duration LONGEST_LIMIT = Duration.ofSeconds(3);

  private final Adapter adapter;
  private final Mode mode;
  private final Deque<Runnable> open = new ArrayDeque<>();

  Trial(Adapter adapter, Mode mode) {
    this.adapter = adapter;
    this.mode = mode;
  }

  Adapter adapter() {
    return adapter;
  }

  Mode mode() {
    return mode;
  }

  boolean isHttp2() {
    return mode.protocol() == Protocol.HTTP_2;
  }

  /** A server that speaks the protocol of the mode. */
  WireServer server(Reply... script) {
    return keep(
        WireServer.speaking(isHttp2() ? WireProtocol.HTTP_2_TLS : WireProtocol.HTTP_1, script));
  }

  /** A server over TLS that shows this certificate. */
  WireServer secureServer(TestCertificate certificate, Reply... script) {
    return keep(
        WireServer.speaking(
            isHttp2() ? WireProtocol.HTTP_2_TLS : WireProtocol.HTTP_1_TLS, certificate, script));
  }

  /** A plan that keeps reports, reads hints in milliseconds and backs off for a millisecond. */
  static Heed plan(UnaryOperator<Heed.Builder> settings) {
    Heed.Builder plan =
        Heed.builder("conformance")
            .reports(true)
            .hints(Hints.azure())
            .retry(retry -> retry.baseDelay(Duration.ofMillis(1)));
    return settings.apply(plan).build();
  }

  Subject client() {
    return client(plan -> plan);
  }

  Subject client(UnaryOperator<Heed.Builder> settings) {
    return client(plan(settings));
  }

  Subject client(Heed plan) {
    return keep(adapter.open(plan, setup()));
  }

  Subject nested(Heed outer, Heed inner) {
    return keep(adapter.nest(outer, inner, setup()));
  }

  Subject clientThatTrusts(TestCertificate certificate) {
    return keep(adapter.open(plan(plan -> plan), Setup.of(mode, certificate)));
  }

  private Setup setup() {
    return Setup.of(mode, TestCertificate.localhost());
  }

  Call start(Subject subject, RequestSpec.Builder request) {
    return Call.start(subject, request.build(), mode);
  }

  /** As {@link #start}, on a thread that was interrupted before. Blocking modes only. */
  Call startInterrupted(Subject subject, RequestSpec.Builder request) {
    return Call.startInterrupted(subject, request.build());
  }

  /** Makes a call as a stage would: blocking on this very thread, or holding none. */
  CompletionStage<Result> sendHere(Subject subject, RequestSpec.Builder request) {
    if (mode.isAsync()) {
      return subject.start(request.build()).result();
    }
    try {
      return CompletableFuture.completedFuture(subject.send(request.build()));
    } catch (IOException | InterruptedException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  Result send(Subject subject, RequestSpec.Builder request) {
    return start(subject, request).result();
  }

  /** Sends a GET with a client of its own. */
  Result get(WireServer server) {
    return send(client(), get(server.uri()));
  }

  /**
   * A time limit that a call keeps when the server answers at once, on this machine as busy as it
   * is now: ten times what such a call takes, since a new connection over TLS has its own time.
   */
  Duration limit() {
    Duration took = timeOfACall();
    Duration again = timeOfACall();
    Duration enough = (took.compareTo(again) > 0 ? took : again).multipliedBy(10);
    if (enough.compareTo(SHORTEST_LIMIT) < 0) {
      return SHORTEST_LIMIT;
    }
    return enough.compareTo(LONGEST_LIMIT) < 0 ? enough : LONGEST_LIMIT;
  }

  private Duration timeOfACall() {
    WireServer server = server(Reply.ok("good"));
    Call call = start(client(), get(server.uri()));
    call.result();
    return call.took();
  }

  static RequestSpec.Builder get(URI uri) {
    return RequestSpec.builder("GET", uri);
  }

  static RequestSpec.Builder post(URI uri, String text) {
    return RequestSpec.builder("POST", uri).body(Body.text(text));
  }

  /** A request that a plan repeats by default, and that no host repeats of its own accord. */
  static RequestSpec.Builder keyed(URI uri) {
    return post(uri, "order").header("Idempotency-Key", "k-1");
  }

  private WireServer keep(WireServer server) {
    open.push(server::close);
    return server;
  }

  private Subject keep(Subject subject) {
    open.push(subject::close);
    return subject;
  }

  @Override
  public void close() {
    try {
      while (!open.isEmpty()) {
        open.pop().run();
      }
    } finally {
      // Only after a failure of the one before: the rest is to be closed all the same.
      if (!open.isEmpty()) {
        close();
      }
    }
  }
}
