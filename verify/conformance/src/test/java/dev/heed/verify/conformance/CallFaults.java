package dev.heed.verify.conformance;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clients that mix up the attempts of a call, or what of them is the caller's. */
final class CallFaults {

  private static final long DRAINED = 64 << 10;
  private static final long LONG_BODY = 64 << 10;
  private static final long BUFFER = 4 << 10;

  private CallFaults() {}

  private abstract static class OfRequests extends WithinCall {

    @Override
    final HttpRequest request(Call call, HttpRequest right) {
      return call.attempt() == 1 ? right : again(call, right);
    }

    abstract HttpRequest again(Call call, HttpRequest right);
  }

  private static HttpRequest.Builder copy(HttpRequest request) {
    return HttpRequest.newBuilder(request, (name, value) -> true);
  }

  private static HttpRequest withBody(HttpRequest request, BodyPublisher body) {
    return copy(request).method(request.method(), body).build();
  }

  private static BodyPublisher body(HttpRequest request) {
    return request.bodyPublisher().orElse(BodyPublishers.noBody());
  }

  private static boolean isOfTheJdk(BodyPublisher body) {
    return body.getClass().getModule() == HttpRequest.class.getModule();
  }

  /** Adds what a stage sets to what the request had, in place of setting it. */
  static Fault stageHeadersAreAdded() {
    return new WithinCall() {
      @Override
      HttpRequest request(Call call, HttpRequest right) {
        Map<String, List<String>> replaced = new TreeMap<>(call.request().headers().map());
        replaced.entrySet().removeIf(field -> !isReplaced(field, right));
        if (replaced.isEmpty()) {
          return right;
        }
        HttpRequest.Builder copy = copy(right);
        replaced.forEach((name, values) -> values.forEach(value -> copy.header(name, value)));
        return copy.build();
      }
    };
  }

  private static boolean isReplaced(Map.Entry<String, List<String>> field, HttpRequest right) {
    List<String> set = right.headers().allValues(field.getKey());
    return !set.isEmpty() && !set.equals(field.getValue());
  }

  /** Sends a long body from memory once, and no body after that. */
  static Fault longBodyIsEmptyTheSecondTime() {
    return new OfRequests() {
      @Override
      HttpRequest again(Call call, HttpRequest right) {
        BodyPublisher body = body(right);
        return isOfTheJdk(body) && body.contentLength() > LONG_BODY
            ? withBody(right, BodyPublishers.noBody())
            : right;
      }
    };
  }

  /** Sends a one-shot body once, and no body after that, if it is larger than a buffer. */
  static Fault oneShotBodyIsEmptyTheSecondTime() {
    return new OfRequests() {
      @Override
      HttpRequest again(Call call, HttpRequest right) {
        boolean oneShot = body(call.request()).contentLength() < 0;
        return oneShot && body(right).contentLength() > BUFFER
            ? withBody(right, BodyPublishers.noBody())
            : right;
      }
    };
  }

  /** Sends a file again without its first byte. */
  static Fault fileIsSentAgainFromAWrongOffset() {
    return new OfRequests() {
      @Override
      HttpRequest again(Call call, HttpRequest right) {
        BodyPublisher body = body(right);
        long length = body.contentLength();
        return length > 0 && !isOfTheJdk(body)
            ? withBody(right, new Bodies.Part(body, 1, length))
            : right;
      }
    };
  }

  /** Sends the request again to where a redirect had led. */
  static Fault retryStartsAtTheTargetOfARedirect() {
    return new OfRequests() {
      @Override
      HttpRequest again(Call call, HttpRequest right) {
        return call.reached() == null ? right : copy(right).uri(call.reached()).build();
      }
    };
  }

  /** What becomes of a response that is not returned. */
  private abstract static class OfDiscarded extends WithinCall {

    @Override
    final <T> BodyHandler<T> handler(Call call, BodyHandler<T> right) {
      return info -> {
        call.begins();
        BodySubscriber<T> subscriber = right.apply(info);
        return call.keeps() ? subscriber : discarded(call, info, subscriber);
      };
    }

    abstract <T> BodySubscriber<T> discarded(Call call, ResponseInfo info, BodySubscriber<T> right);
  }

  private static boolean isSmall(ResponseInfo info) {
    long length = Heads.length(info).orElse(-1);
    return length > 0 && length <= DRAINED;
  }

  /** Leaves a small error unread, and so its connection neither free nor closed. */
  static Fault smallErrorIsLeftUnread() {
    return new OfDiscarded() {
      @Override
      <T> BodySubscriber<T> discarded(Call call, ResponseInfo info, BodySubscriber<T> right) {
        return isSmall(info) ? new Bodies.NeverRead<>() : right;
      }
    };
  }

  /** Reads on where the length says that reading does not pay. */
  static Fault largeErrorIsReadOn() {
    return new OfDiscarded() {
      @Override
      <T> BodySubscriber<T> discarded(Call call, ResponseInfo info, BodySubscriber<T> right) {
        boolean large = Heads.length(info).orElse(-1) > DRAINED;
        return large ? new Bodies.ReadOn<>(Duration.ofMillis(400)) : right;
      }
    };
  }

  /** Shows the head of a response that is not returned to the caller's handler. */
  static Fault handlerIsAskedForDiscarded() {
    return new OfDiscarded() {
      @Override
      <T> BodySubscriber<T> discarded(Call call, ResponseInfo info, BodySubscriber<T> right) {
        var unused = call.handler().apply(info);
        return right;
      }
    };
  }

  /** Gives the body of a response that is not returned to the caller's handler. */
  static Fault discardedBodyGoesToTheCaller() {
    return new OfDiscarded() {
      @Override
      <T> BodySubscriber<T> discarded(Call call, ResponseInfo info, BodySubscriber<T> right) {
        return isSmall(info) ? call.<T>handler().apply(info) : right;
      }
    };
  }
}
