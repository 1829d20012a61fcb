package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.stage.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Driver.class)
final class LogsTest extends EngineFixture {

  private static final Logger ROOT = Logger.getLogger("dev.heed");

  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    handler.setLevel(Level.ALL);
    ROOT.addHandler(handler);
    ROOT.setUseParentHandlers(false);
  }

  @AfterEach
  void stop() {
    ROOT.removeHandler(handler);
    ROOT.setUseParentHandlers(true);
    ROOT.setLevel(null);
  }

  private List<String> lines() {
    return records.stream()
        .map(r -> r.getLoggerName() + " " + r.getLevel() + " " + r.getMessage())
        .toList();
  }

  @Test
  @Tag("V2")
  void aCallThatRecoversLogsNothingAtTheUsualLevel() throws Exception {
    script(Step.reply(503), Step.failure(new IOException("reset")), Step.reply(200));

    call();

    assertThat(records).isEmpty();
  }

  @Test
  @Tag("V2")
  @Tag("C6")
  void aCallThatFailsAfterRetriesIsExactlyOneWarning() throws Exception {
    script(Step.reply(503));

    call();

    assertThat(lines())
        .containsExactly(
            "dev.heed.call WARNING test: GET https://api.example.com/v1/things?... -> 503, 4 sends"
                + " in 7 s; gave up: retries-exhausted, 3 retries were allowed: raise"
                + " RetryPolicy.maxRetries");
  }

  @Test
  @Tag("V2")
  void aCallThatFailsAfterRetriesIsAWarningAlsoWhereNothingWasSent() throws Exception {
    plan.perAttempt(Stage.of("switch", request -> request.answer(503, Map.of(), new byte[0])));

    call();

    assertThat(lines())
        .hasSize(1)
        .allMatch(line -> line.contains("WARNING") && line.contains("-> 503, 0 sends in 7 s"));
  }

  @Test
  @Tag("V2")
  void aCallThatRaisesAfterRetriesIsExactlyOneWarning() {
    script(Step.failure(new IOException("reset")));

    failure();

    assertThat(lines()).hasSize(1).allMatch(line -> line.startsWith("dev.heed.call WARNING"));
  }

  @Test
  @Tag("V2")
  void aCallThatWasNotRetriedIsNoWarning() throws Exception {
    script(Step.reply(404));
    call();
    script(Step.failure(new IllegalStateException("bug")));
    failure();

    assertThat(records).isEmpty();
  }

  @Test
  @Tag("V2")
  void aCallThatTheCallerEndsIsNoWarning() {
    script(Step.reply(503));
    var future = plan.build().engine().start(exchange, CallOptions.none());
    time.advance(seconds(2));

    future.cancel(true);

    assertThat(exchange.sends).hasSize(2);
    assertThat(records).isEmpty();
  }

  @Test
  @Tag("C6")
  void withDebugOnEachSendIsALineAndEachCallIsOne() throws Exception {
    ROOT.setLevel(Level.FINE);
    script(Step.reply(503, "2").after(seconds(1)), Step.reply(200));

    call();

    assertThat(lines())
        .containsExactly(
            "dev.heed.attempt FINE test: GET https://api.example.com/v1/things?... attempt #1 503"
                + " (again in 2 s: 503, asked by Retry-After: 2 (2 s)) in 1 s",
            "dev.heed.attempt FINE test: GET https://api.example.com/v1/things?... attempt #2 200"
                + " in 0 ms",
            "dev.heed.call FINE test: GET https://api.example.com/v1/things?... -> 200, 2 sends in"
                + " 3 s");
  }

  @Test
  @Tag("C6")
  void noLineShowsAQueryOrAHeaderOfTheRequest() throws Exception {
    ROOT.setLevel(Level.FINE);
    exchange.headers.put("Authorization", List.of("Bearer secret"));
    script(Step.reply(503)).headers.put("Authorization", List.of("Bearer secret"));

    call();

    assertThat(lines()).isNotEmpty().noneMatch(line -> line.contains("secret"));
  }

  @Test
  @Tag("R12")
  void eachCallbackThatThrowsIsNamedInTheLog() throws Exception {
    plan.hints(new BrokenReader())
        .verdicts(
            (head, now) -> {
              throw new IllegalStateException("bug");
            });
    script(Step.reply(418), Step.reply(200));
    call();

    assertThat(lines().stream().distinct())
        .containsExactly(
            "dev.heed.call WARNING verdict reader failed; the response counts as without a verdict",
            "dev.heed.call WARNING hint reader failed; the status is not retried");
    records.clear();
    script(Step.reply(503), Step.reply(200));
    assertThat(call().status()).isEqualTo(200);
    assertThat(lines())
        .contains(
            "dev.heed.call WARNING hint reader failed; the response counts as without a hint");
  }

  /** Throws wherever it can. */
  private static final class BrokenReader implements dev.heed.hint.HintReader {

    @Override
    public dev.heed.hint.Hint read(dev.heed.http.ResponseHead head, java.time.Instant now) {
      throw new IllegalStateException("bug");
    }

    @Override
    public boolean namesStatus(int status) {
      throw new IllegalStateException("bug");
    }
  }

  private static dev.heed.stage.Stage brokenAtItsEnd() {
    return new dev.heed.stage.Stage() {
      @Override
      public java.util.concurrent.CompletionStage<?> prepare(dev.heed.stage.StageRequest request) {
        return dev.heed.stage.Stage.done();
      }

      @Override
      public void ended(dev.heed.stage.StageRequest request, dev.heed.stage.Outcome outcome) {
        throw new IllegalStateException("bug");
      }

      @Override
      public String name() {
        return "broken";
      }
    };
  }

  @Test
  @Tag("R12")
  void aPredicateASpreadAndASecondHalfThatThrowAreNamedInTheLog() throws Exception {
    plan.retry(
            r ->
                r.hintSpread(
                    (hint, random) -> {
                      throw new IllegalStateException("bug");
                    }))
        .perCall(brokenAtItsEnd());
    script(Step.reply(503, "1"), Step.reply(200));
    call();
    plan.retry(
        r ->
            r.shouldRetry(
                head -> {
                  throw new IllegalStateException("bug");
                }));
    script(Step.reply(503));
    call();

    assertThat(lines())
        .contains(
            "dev.heed.call WARNING hintSpread failed; the hint is taken as it is",
            "dev.heed.call WARNING stage broken failed in ended; the outcome stands",
            "dev.heed.call WARNING shouldRetry failed; the response is returned");
  }

  @Test
  @Tag("R12")
  void aCallbackThatThrowsIsLogged() throws Exception {
    plan.listener(
        new dev.heed.observe.CallListener() {
          @Override
          public void callStarted(dev.heed.observe.CallInfo call) {
            throw new IllegalStateException("bug");
          }
        });

    call();

    assertThat(lines())
        .containsExactly("dev.heed.call WARNING listener failed; the outcome stands");
    assertThat(records.get(0).getThrown()).hasMessage("bug");
  }
}
