package dev.heed.verify.conformance;

import dev.heed.Heed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;

/**
 * A fault below Heed that has to know what the caller had asked for, and how often it was sent. Of
 * blocking calls, which stay on one thread.
 */
abstract class WithinCall implements Fault {

  /** What is known of a call. */
  static final class Call {

    private final HttpRequest request;
    private final BodyHandler<?> handler;
    private int attempts;
    private boolean kept;
    private URI reached;

    private Call(HttpRequest request, BodyHandler<?> handler) {
      this.request = request;
      this.handler = handler;
    }

    /** The request as the caller made it. */
    HttpRequest request() {
      return request;
    }

    /** The number of this attempt, from 1. */
    int attempt() {
      return attempts;
    }

    /** Where the last attempt ended, by redirects; null when that is not known. */
    URI reached() {
      return reached;
    }

    /** The caller's handler, for a body of the type that it makes. */
    @SuppressWarnings("unchecked")
    <T> BodyHandler<T> handler() {
      return (BodyHandler<T>) handler;
    }

    /** Heed's handler, when it is to be known afterwards whether it has applied the caller's. */
    void begins() {
      kept = false;
    }

    /** Whether the response is to be returned. */
    boolean keeps() {
      return kept;
    }
  }

  private static final ThreadLocal<Call> CURRENT = new ThreadLocal<>();

  /** The request to send in place of the right one. */
  HttpRequest request(Call call, HttpRequest right) {
    return right;
  }

  /** The handler to use in place of Heed's. */
  <T> BodyHandler<T> handler(Call call, BodyHandler<T> right) {
    return right;
  }

  @Override
  public final HttpClient host(HttpClient right, Heed plan) {
    return new Forwarding(right) {
      @Override
      public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
          throws IOException, InterruptedException {
        Call call = CURRENT.get();
        if (call == null) {
          return super.send(request, handler);
        }
        call.attempts++;
        HttpResponse<T> response =
            super.send(WithinCall.this.request(call, request), handler(call, handler));
        call.reached = response.uri();
        return response;
      }
    };
  }

  @Override
  public final HttpClient caller(HttpClient right, Heed plan) {
    return new Forwarding(right) {
      @Override
      public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
          throws IOException, InterruptedException {
        Call outer = CURRENT.get();
        Call call = new Call(request, handler);
        CURRENT.set(call);
        try {
          return super.send(
              request,
              info -> {
                call.kept = true;
                return handler.apply(info);
              });
        } finally {
          CURRENT.set(outer);
        }
      }
    };
  }
}
