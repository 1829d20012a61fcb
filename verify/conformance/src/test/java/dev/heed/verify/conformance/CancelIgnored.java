package dev.heed.verify.conformance;

import dev.heed.Heed;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends a call that is cancelled if it is being sent, and not if it waits. */
final class CancelIgnored implements Fault {

  private static final int ERROR = 500;

  private final AtomicInteger sends = new AtomicInteger();

  @Override
  public HttpClient host(HttpClient right, Heed plan) {
    return new Forwarding(right) {
      @Override
      public <T> CompletableFuture<HttpResponse<T>> sendAsync(
          HttpRequest request, BodyHandler<T> handler) {
        Runnable end = begin();
        CompletableFuture<HttpResponse<T>> sent =
            super.sendAsync(
                request,
                info -> {
                  if (info.statusCode() >= ERROR) {
                    // Before anybody hears that a wait begins.
                    end.run();
                  }
                  return handler.apply(info);
                });
        var unused = sent.whenComplete((response, failure) -> end.run());
        return sent;
      }
    };
  }

  private Runnable begin() {
    AtomicBoolean over = new AtomicBoolean();
    sends.incrementAndGet();
    return () -> sends.addAndGet(over.getAndSet(true) ? 0 : -1);
  }

  @Override
  public HttpClient caller(HttpClient right, Heed plan) {
    return new Forwarding(right) {
      @Override
      public <T> CompletableFuture<HttpResponse<T>> sendAsync(
          HttpRequest request, BodyHandler<T> handler) {
        return new Deaf<>(super.sendAsync(request, handler));
      }
    };
  }

  private final class Deaf<T> extends CompletableFuture<T> {

    private final CompletableFuture<T> right;

    Deaf(CompletableFuture<T> right) {
      this.right = right;
      var unused =
          right.whenComplete(
              (value, failure) -> {
                if (failure == null) {
                  complete(value);
                } else {
                  completeExceptionally(failure);
                }
              });
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      if (sends.get() > 0) {
        right.cancel(mayInterrupt);
      }
      return super.cancel(mayInterrupt);
    }
  }
}
