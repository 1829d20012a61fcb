package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.Heed;
import dev.heed.http.Replayability;
import dev.heed.stage.Stage;
import dev.heed.testing.VirtualTime;
import dev.heed.transport.AsyncExchange;
import dev.heed.transport.BlockingExchange;
import dev.heed.transport.Done;
import dev.heed.transport.Gate;
import dev.heed.transport.Outgoing;
import dev.heed.transport.Running;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An adapter with a fault in it: whatever it throws and where, every call ends. */
final class BrokenTransportTest {

  private interface BothExchanges extends BlockingExchange<Reply>, AsyncExchange<Reply> {}

  private final VirtualTime time = new VirtualTime();
  private final List<Optional<byte[]>> bodies = new ArrayList<>();
  private final IOException reset = new IOException("reset");
  private final Heed.Builder plan =
      Heed.builder("test").time(time).retry(r -> r.jitter(Jitter.NONE));

  /** The stub host, with one method that throws. */
  private static BothExchanges broken(String name, StubExchange host) {
    return (BothExchanges)
        Proxy.newProxyInstance(
            BrokenTransportTest.class.getClassLoader(),
            new Class<?>[] {BothExchanges.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(name)) {
                throw new IllegalStateException("fault in " + name);
              }
              try {
                return method.invoke(host, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Reply run(Driver driver, BothExchanges exchange) throws Exception {
    Heed built = plan.build();
    if (driver == Driver.BLOCKING) {
      return built.engine().run(exchange, CallOptions.none());
    }
    CompletableFuture<Reply> future = built.engine().start(exchange, CallOptions.none());
    time.advanceUntil(future::isDone);
    return Futures.get(future);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  @Tag("R4")
  @Tag("R12")
  void aFailureThatCannotBeClassifiedEndsTheCallAsItIs(Driver driver) {
    StubExchange host = new StubExchange(time, Step.failure(reset), Step.reply(200));

    assertThatThrownBy(() -> run(driver, broken("classify", host))).isSameAs(reset);
    assertThat(host.sends).hasSize(1);
    assertThat(host.ended).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  @Tag("R10")
  @Tag("R12")
  void aBodyOfWhichNothingIsKnownIsNotAskedForAgain(Driver driver) {
    StubExchange host =
        new StubExchange(time, Step.reply(200).thenBodyFails(reset), Step.reply(200));

    assertThatThrownBy(() -> run(driver, broken("bodyRestartable", host))).isSameAs(reset);
    assertThat(host.sends).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  @Tag("R12")
  void aFaultAfterTheEndDoesNotReplaceTheOutcome(Driver driver) throws Exception {
    StubExchange host = new StubExchange(time, Step.reply(200));
    assertThat(run(driver, broken("ended", host)).status()).isEqualTo(200);

    StubExchange late = new StubExchange(time, Step.reply(503, "1"), Step.reply(200));
    late.asksLate = true;
    assertThat(run(driver, broken("discard", late)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "request",
        "replayability",
        "buffer",
        "bodyBytes",
        "head",
        "answer",
        "start",
        "send"
      })
  @Tag("R12")
  void everyCallEndsWhateverThrows(String method) {
    plan.perAttempt(Stage.of("reads", request -> bodies.add(request.body())));
    if (method.equals("answer")) {
      plan.perAttempt(Stage.of("answers", request -> request.answer(200, Map.of(), new byte[0])));
    }
    for (Driver driver : Driver.values()) {
      StubExchange host =
          new StubExchange(time, Step.failure(reset), Step.reply(503, "1"), Step.reply(200));
      host.replayability = method.equals("buffer") ? Replayability.ONE_SHOT : host.replayability;
      host.asksLate = true;
      boolean asked = !method.equals(driver == Driver.BLOCKING ? "start" : "send");
      if (asked) {
        assertThatThrownBy(() -> run(driver, broken(method, host)))
            .as(driver + " " + method)
            .hasStackTraceContaining("fault in " + method);
        assertThat(host.ended).hasValue(1);
      }
    }
  }

  @Test
  @Tag("T2")
  @Tag("R12")
  void aTimeLimitEndsAnAttemptThatCannotBeCancelled() {
    ManualExchange host =
        new ManualExchange() {
          @Override
          public Running start(Outgoing outgoing, Gate gate, Done<Reply> done) {
            super.start(outgoing, gate, done);
            return () -> {
              throw new IllegalStateException("fault in cancel");
            };
          }
        };
    Heed built = plan.attemptTimeout(Duration.ofSeconds(1)).retry(r -> r.maxRetries(1)).build();

    CompletableFuture<Reply> future = built.engine().start(host, CallOptions.none());
    time.advanceUntil(future::isDone);

    assertThatThrownBy(() -> Futures.get(future)).isInstanceOf(AttemptTimeoutException.class);
    assertThat(host.starts).hasValue(2);
  }

  @Test
  @Tag("O4")
  @Tag("R12")
  void aCancelEndsACallWhoseAttemptCannotBeCancelled() {
    StubExchange host = new StubExchange(time, Step.silence());
    BothExchanges stuck = cancelThrows(host);

    CompletableFuture<Reply> future = plan.build().engine().start(stuck, CallOptions.none());
    future.cancel(true);
    time.advanceUntil(() -> host.ended.get() == 1);

    assertThat(future).isCancelled();
  }

  private BothExchanges cancelThrows(StubExchange host) {
    return (BothExchanges)
        Proxy.newProxyInstance(
            BrokenTransportTest.class.getClassLoader(),
            new Class<?>[] {BothExchanges.class},
            (proxy, method, arguments) -> {
              Object answer = method.invoke(host, arguments);
              Running broken =
                  () -> {
                    throw new IllegalStateException("fault in cancel");
                  };
              return method.getName().equals("start") ? broken : answer;
            });
  }
}
