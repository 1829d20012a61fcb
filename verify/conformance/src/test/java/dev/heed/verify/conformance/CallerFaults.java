package dev.heed.verify.conformance;

import dev.heed.Heed;
import dev.heed.jdk.HeedRequest;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallReport;
import dev.heed.retry.CallTimeoutException;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Clients that get something wrong between the caller and Heed: what goes in, what comes out. */
final class CallerFaults {

  private static final int ERROR = 500;

  private CallerFaults() {}

  /** What is done with the response of a blocking call. */
  private abstract static class OfResponses extends Forwarding {

    OfResponses(HttpClient to) {
      super(to);
    }

    abstract void returned(HttpResponse<?> response) throws IOException;

    @Override
    public final <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
        throws IOException, InterruptedException {
      HttpResponse<T> response = super.send(request, handler);
      returned(response);
      return response;
    }
  }

  /** What is made of the failure of a blocking call in which earlier attempts had failed, too. */
  private abstract static class OfFailures extends Forwarding {

    OfFailures(HttpClient to) {
      super(to);
    }

    abstract IOException raised(IOException last, List<IOException> earlier);

    @Override
    public final <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
        throws IOException, InterruptedException {
      try {
        return super.send(request, handler);
      } catch (IOException last) {
        List<IOException> earlier =
            Stream.of(last.getSuppressed())
                .filter(IOException.class::isInstance)
                .map(IOException.class::cast)
                .toList();
        if (earlier.size() < 2) {
          throw last;
        }
        IOException raised = raised(last, earlier);
        CallReport.of(last).attachTo(raised);
        throw raised;
      }
    }
  }

  /** Clears the mark of an interrupt that has ended a call. */
  static Fault interruptIsSwallowed() {
    return Fault.ofCaller(
        right ->
            new Forwarding(right) {
              @Override
              public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
                  throws IOException, InterruptedException {
                try {
                  return super.send(request, handler);
                } catch (InterruptedException e) {
                  swallow();
                  throw e;
                }
              }

              private void swallow() {
                var unused = Thread.interrupted();
              }
            });
  }

  /** Raises the last failure without the earlier ones. */
  static Fault earlierFailuresAreDropped() {
    return Fault.ofCaller(
        right ->
            new OfFailures(right) {
              @Override
              IOException raised(IOException last, List<IOException> earlier) {
                return new IOException(last.getMessage());
              }
            });
  }

  /** Raises the first failure in place of the last one, with the others in it. */
  static Fault firstFailureIsRaised() {
    return Fault.ofCaller(
        right ->
            new OfFailures(right) {
              @Override
              IOException raised(IOException last, List<IOException> earlier) {
                IOException first = new IOException(earlier.get(0).getMessage());
                earlier.stream().skip(1).forEach(first::addSuppressed);
                first.addSuppressed(last);
                return first;
              }
            });
  }

  /** Raises an earlier failure in place of the response that came last. */
  static Fault lastResponseIsReplacedByAnException() {
    return Fault.ofCaller(
        right ->
            new OfResponses(right) {
              @Override
              void returned(HttpResponse<?> response) throws IOException {
                Optional<Throwable> failure =
                    CallReport.find(response).stream()
                        .flatMap(report -> report.attempts().stream())
                        .map(AttemptReport::failure)
                        .flatMap(Optional::stream)
                        .findFirst();
                if (response.statusCode() >= ERROR && failure.isPresent()) {
                  throw new IOException("retries exhausted", failure.get());
                }
              }
            });
  }

  /** Reads the last response itself when it is an error, and hands over what is left. */
  static Fault lastErrorIsReadBeforeItIsHandedOver() {
    return Fault.ofCaller(
        right ->
            new OfResponses(right) {
              @Override
              void returned(HttpResponse<?> response) throws IOException {
                if (response.statusCode() >= ERROR
                    && response.body() instanceof InputStream stream) {
                  stream.readAllBytes();
                }
              }
            });
  }

  /** Ends a stream that was handed over when the time of its attempt is over. */
  static Fault streamIsCutByTheAttemptTimeout() {
    return new Fault() {
      @Override
      public HttpClient caller(HttpClient right, Heed plan) {
        Optional<Duration> limit = Plans.attemptTimeout(plan);
        return new OfResponses(right) {
          @Override
          void returned(HttpResponse<?> response) {
            if (response.body() instanceof InputStream stream) {
              limit.ifPresent(time -> closeAfter(time, stream));
            }
          }
        };
      }
    };
  }

  /** Begins a call again whose time was over in its first attempt. */
  static Fault timedOutCallIsRetried() {
    return Fault.ofCaller(
        right ->
            new Forwarding(right) {
              @Override
              public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
                  throws IOException, InterruptedException {
                try {
                  return super.send(request, handler);
                } catch (CallTimeoutException e) {
                  if (CallReport.of(e).sends() > 1) {
                    throw e;
                  }
                  return super.send(request, handler);
                }
              }
            });
  }

  private static void closeAfter(Duration time, InputStream stream) {
    TimeSource clock = TimeSource.system();
    clock.schedule(
        clock.nanoTime() + time.toNanos(),
        () -> {
          try {
            stream.close();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static HttpRequest copy(HttpRequest request) {
    return HttpRequest.newBuilder(request, (name, value) -> true).build();
  }

  /** Sends a copy of a request that nothing is to be changed about. */
  static Fault requestIsCopied() {
    return Fault.ofCaller(
        right ->
            new Forwarding(right) {
              @Override
              public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
                  throws IOException, InterruptedException {
                boolean plain = !(request instanceof HeedRequest);
                return super.send(plain ? copy(request) : request, handler);
              }
            });
  }

  /** Gives the inner of two clients a copy of the request, without the mark of the outer one. */
  static Fault nestedClientIsNotTold() {
    return new Fault() {
      @Override
      public HttpClient nested(HttpClient inner) {
        return new Forwarding(inner) {
          @Override
          public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
              throws IOException, InterruptedException {
            return super.send(copy(request), handler);
          }
        };
      }
    };
  }
}
