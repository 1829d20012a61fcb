package dev.heed.jdk;

import dev.heed.http.ResponseHead;
import dev.heed.time.TimeSource;
import dev.heed.transport.FailureKind;
import dev.heed.transport.Gate;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The body handler of one attempt: asks the gate when the head arrives, and applies the caller's
 * handler only to a response that is to be returned. Knows afterwards whose fault a failure was.
 */
final class DecidingHandler<T> extends AtomicInteger implements BodyHandler<T> {

  private static final long serialVersionUID = 1;

  /** Where the question for the gate stands: asked once, and not after the attempt is over. */
  private static final int OPEN = 0;

  private static final int ANSWERING = 1;
  private static final int ANSWERED = 2;

  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int MAX_LENGTH_DIGITS = 18;

  /** The JDK's timers count in milliseconds and may be a little early. */
  private static final long TIMER_SLACK = 5_000_000;

  private final transient JdkExchange<T> exchange;
  private final transient Gate gate;
  private final long limitEnd;
  private final boolean limited;
  private volatile boolean discarded;
  private volatile boolean ownOfHost;
  private volatile boolean handlerFailed;
  private volatile boolean publisherFailed;
  private transient volatile @Nullable KeptBody<T> body;
  private boolean over;
  private transient TimeSource.@Nullable Timer limit;

  /**
   * A handler for one attempt.
   *
   * @param limit how long the attempt may take in nanoseconds, where this handler has to see to it;
   *     0 where it has not
   */
  DecidingHandler(JdkExchange<T> exchange, Gate gate, long limit) {
    this.exchange = exchange;
    this.gate = gate;
    this.limited = limit > 0;
    this.limitEnd = limited ? exchange.time().nanoTime() + limit : 0;
  }

  @Override
  public BodySubscriber<T> apply(ResponseInfo info) {
    if (!isKept(ResponseHead.of(info))) {
      discarded = true;
      return new DiscardedBody<>(exchange.time(), expectedLength(info), timeLeft());
    }
    BodySubscriber<T> caller = callers(info);
    if (isTheHostsOwn(caller, info)) {
      ownOfHost = true;
      return caller;
    }
    if (limited) {
      CuttableBody<T> cuttable = new CuttableBody<>(caller, expectedLength(info));
      body = cuttable;
      cutAtLimit(cuttable);
      return cuttable;
    }
    KeptBody<T> kept = new KeptBody<>(caller, expectedLength(info));
    body = kept;
    return kept;
  }

  /**
   * Whether the subscriber needs nobody to watch it: it collects in memory with no code of the
   * caller's, so that a failure is one of the wire, and the host itself counts the bytes. The JDK
   * runs its own subscribers without a hop to another thread, which a wrapper costs.
   */
  private boolean isTheHostsOwn(BodySubscriber<T> caller, ResponseInfo info) {
    return !limited
        && info.version() == HttpClient.Version.HTTP_1_1
        && Bodies.startsFromNothing(caller);
  }

  /** False for a head that comes when the attempt is over, such as after a time limit. */
  private boolean isKept(ResponseHead head) {
    if (!compareAndSet(OPEN, ANSWERING)) {
      return false;
    }
    try {
      return gate.keep(head);
    } finally {
      set(ANSWERED);
    }
  }

  private synchronized void cutAtLimit(CuttableBody<T> cuttable) {
    if (!over) {
      limit = exchange.time().scheduleLimit(limitEnd, cuttable::cut);
    }
  }

  private BodySubscriber<T> callers(ResponseInfo info) {
    try {
      BodySubscriber<T> subscriber = exchange.handler().apply(info);
      if (subscriber == null) {
        throw new NullPointerException("the body handler gave no subscriber");
      }
      return subscriber;
    } catch (RuntimeException | Error e) {
      handlerFailed = true;
      throw e;
    }
  }

  private long timeLeft() {
    return limited ? limitEnd - exchange.time().nanoTime() : Long.MAX_VALUE;
  }

  /** The length of the body that follows this head; negative when it is not known. */
  private long expectedLength(ResponseInfo info) {
    int status = info.statusCode();
    boolean bodiless =
        status == NO_CONTENT || status == NOT_MODIFIED || exchange.method().equals("HEAD");
    return bodiless ? -1 : contentLength(info);
  }

  private static long contentLength(ResponseInfo info) {
    List<String> values = info.headers().allValues("Content-Length");
    if (values.size() != 1) {
      return -1;
    }
    String value = values.get(0);
    if (value.isEmpty() || value.length() > MAX_LENGTH_DIGITS) {
      return -1;
    }
    long length = 0;
    for (int i = 0; i < value.length(); i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      length = length * 10 + digit;
    }
    return length;
  }

  /** The attempt has ended with a response, after its head was decided on: nothing is to come. */
  void delivered() {
    if (limited) {
      dropLimit();
    }
  }

  /**
   * The attempt is over: its time limit is taken back, and a head that is still to come is late.
   */
  void over() {
    while (!compareAndSet(OPEN, ANSWERED) && get() == ANSWERING) {
      // The caller must not go on with the call while the gate is being answered for it.
      Thread.onSpinWait();
    }
    dropLimit();
  }

  private synchronized void dropLimit() {
    over = true;
    TimeSource.Timer timer = limit;
    if (timer != null) {
      timer.cancel();
    }
  }

  boolean discarded() {
    return discarded;
  }

  /** The caller's body publisher has failed. */
  void publisherFailed() {
    publisherFailed = true;
  }

  /** What a failure of this attempt means. */
  FailureKind kindOf(Throwable failure) {
    FailureKind kind = Failures.kindOf(failure);
    if (kind == FailureKind.CANCELLED || kind == FailureKind.INTERRUPTED) {
      return kind;
    }
    if (callerFailed()) {
      return FailureKind.CALLER;
    }
    // The JDK gives a limit that passes before the connection stands the name of the other one.
    boolean late = failure instanceof HttpConnectTimeoutException && limitHasPassed();
    return late ? FailureKind.TIMED_OUT : kind;
  }

  private boolean callerFailed() {
    KeptBody<T> kept = body;
    return publisherFailed || handlerFailed || (kept != null && kept.callerFailed());
  }

  private boolean limitHasPassed() {
    return limited && limitEnd - exchange.time().nanoTime() <= TIMER_SLACK;
  }

  boolean startsFromNothing() {
    if (ownOfHost) {
      return true;
    }
    KeptBody<T> kept = body;
    return kept != null && kept.startsFromNothing();
  }
}
