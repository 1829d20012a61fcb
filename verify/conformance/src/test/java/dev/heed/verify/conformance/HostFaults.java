package dev.heed.verify.conformance;

import dev.heed.Heed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Clients that get something wrong between Heed and the host: heads, bodies, failures. */
final class HostFaults {

  private static final long LONGEST_WAIT = 30_000;
  private static final long BEYOND_THE_DEADLINE = 20_000;
  private static final long A_LITTLE = 50;

  private HostFaults() {}

  private static Fault ofHeads(UnaryOperator<ResponseInfo> told) {
    return Fault.ofHost(host -> new Host(host, told));
  }

  /** Waits for a part of a hint that is longer than may be waited for. */
  static Fault longHintIsWaitedForInPart() {
    return ofHeads(info -> Heads.hint(info) > LONGEST_WAIT ? Heads.withHint(info, A_LITTLE) : info);
  }

  /** Waits for a part of a hint that does not fit into the time of the call. */
  static Fault waitIsCutToTheDeadline() {
    return ofHeads(
        info -> {
          long hint = Heads.hint(info);
          boolean tooLong = hint > BEYOND_THE_DEADLINE && hint <= LONGEST_WAIT;
          return tooLong ? Heads.withHint(info, A_LITTLE) : info;
        });
  }

  /** Takes off a twentieth of each hint, as a jitter does that goes both ways. */
  static Fault jitterShortensHints() {
    return ofHeads(
        info -> {
          long hint = Heads.hint(info);
          return hint >= A_LITTLE / 2 && hint < BEYOND_THE_DEADLINE / 2
              ? Heads.withHint(info, hint - Math.max(1, hint / 20))
              : info;
        });
  }

  /** Takes one status for another. */
  static Fault takes(int status, int other) {
    return ofHeads(info -> info.statusCode() == status ? Heads.withStatus(info, other) : info);
  }

  /** Takes a body that breaks off for a whole one. */
  static Fault shortBodyIsAccepted() {
    return Fault.ofHost(
        host ->
            new Host(
                host,
                info -> info.statusCode() < 400 ? Heads.without(info, "Content-Length") : info) {
              @Override
              <T> BodySubscriber<T> body(ResponseInfo info, BodySubscriber<T> right) {
                return new Bodies.Complete<>(right);
              }
            });
  }

  /** Raises a failed certificate check as any failure of a connection. */
  static Fault certificateFailureIsHidden() {
    return ofFailures(
        failure ->
            causes(failure).anyMatch(CertificateException.class::isInstance)
                ? new IOException("connection failed")
                : failure);
  }

  /** Raises a refused connection as any failure of a connection. */
  static Fault refusedConnectionIsHidden() {
    return ofFailures(
        failure ->
            causes(failure).anyMatch(ConnectException.class::isInstance)
                ? new IOException("connection failed")
                : failure);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  private static Fault ofFailures(UnaryOperator<IOException> raised) {
    return Fault.ofHost(
        host ->
            new Forwarding(host) {
              @Override
              public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
                  throws IOException, InterruptedException {
                try {
                  return super.send(request, handler);
                } catch (IOException e) {
                  throw raised.apply(e);
                }
              }
            });
  }

  /** Sends a POST again, by itself, when its connection breaks before an answer. */
  static Fault unansweredPostIsRepeated() {
    return Fault.ofHost(
        host ->
            new Forwarding(host) {
              @Override
              public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
                  throws IOException, InterruptedException {
                AtomicBoolean answered = new AtomicBoolean();
                BodyHandler<T> noting =
                    info -> {
                      answered.set(true);
                      return handler.apply(info);
                    };
                try {
                  return super.send(request, noting);
                } catch (HttpTimeoutException e) {
                  throw e;
                } catch (IOException e) {
                  if (answered.get() || !isPlainPost(request)) {
                    throw e;
                  }
                  return super.send(request, noting);
                }
              }
            });
  }

  private static boolean isPlainPost(HttpRequest request) {
    return request.method().equals("POST")
        && request.headers().firstValue("Idempotency-Key").isEmpty()
        && request.bodyPublisher().filter(body -> body.contentLength() >= 0).isPresent();
  }

  /** Forgets an attempt when the time of its call is over, instead of ending it. */
  static Fault timeoutFreesNothing() {
    return new Fault() {
      @Override
      public HttpClient host(HttpClient right, Heed plan) {
        boolean callAlone =
            Plans.callTimeout(plan).isPresent() && Plans.attemptTimeout(plan).isEmpty();
        return callAlone ? new TimeoutFreesNothing(right) : right;
      }
    };
  }

  /** What Heed is told of heads and given as bodies. */
  static class Host extends Forwarding {

    private final UnaryOperator<ResponseInfo> told;

    Host(HttpClient to, UnaryOperator<ResponseInfo> told) {
      super(to);
      this.told = told;
    }

    <T> BodySubscriber<T> body(ResponseInfo info, BodySubscriber<T> right) {
      return right;
    }

    private <T> BodyHandler<T> handler(BodyHandler<T> right) {
      return info -> body(info, right.apply(told.apply(info)));
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
        throws IOException, InterruptedException {
      return super.send(request, handler(handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
        HttpRequest request, BodyHandler<T> handler) {
      return super.sendAsync(request, handler(handler));
    }
  }
}
