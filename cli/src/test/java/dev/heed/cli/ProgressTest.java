package dev.heed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final VirtualTime clock = new VirtualTime(Instant.EPOCH);

  /** Redraws each time somebody has waited for a third of the time. */
  private final class Ticking implements TimeSource {

    private Runnable redraw = () -> {};

    @Override
    public Instant now() {
      return clock.now();
    }

    @Override
    public long nanoTime() {
      return clock.nanoTime();
    }

    @Override
    public Timer schedule(long deadline, Runnable task) {
      redraw = task;
      return () -> redraw = () -> {};
    }

    @Override
    public void sleepUntil(long deadline) {
      Duration third = Duration.ofNanos((deadline - nanoTime()) / 3);
      for (int i = 0; i < 3; i++) {
        clock.advance(third);
        redraw.run();
      }
      clock.sleepUntil(deadline);
    }

    @Override
    public double random() {
      return 0;
    }

    @Override
    public Executor executor() {
      return Runnable::run;
    }
  }

  private Progress fetch(boolean color, String script) throws Exception {
    Ticking time = new Ticking();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal =
        new Terminal(new ByteArrayInputStream(new byte[0]), printed, printed, true, true, color);
    Progress progress = new Progress(terminal, time);
    Heed plan = Heed.builder("test").time(time).listener(progress).build();
    new ScriptedExchange("GET", Script.parse(script), clock).play(plan);
    return progress;
  }

  private String shown() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aPersonSeesWhoAskedAndHowLongIsLeft() throws Exception {
    fetch(false, "503+RA3,200").end();
    assertThat(shown().split("\r\u001b\\[K"))
        .containsExactly(
            "",
            "GET http://script.invalid/",
            "3.0 s left: 503 (Retry-After: 3), the server asks for it",
            "2.0 s left: 503 (Retry-After: 3), the server asks for it",
            "1.0 s left: 503 (Retry-After: 3), the server asks for it",
            "0.0 s left: 503 (Retry-After: 3), the server asks for it",
            "attempt 2, GET http://script.invalid/");
    assertThat(shown()).endsWith("\r\u001b[K");
  }

  @Test
  void aLineNeverWrapsAndIsOneLine() throws Exception {
    fetch(false, "503+RA3+X=y,200");
    fetch(false, "429+RA00000000000000000000000000000000000000000000000000000000000000000003,200");
    assertThat(shown()).doesNotContain("\n");
    assertThat(shown().split("\r\u001b\\[K")).allMatch(line -> line.length() < 80);
  }

  @Test
  void colorsAreForThoseWhoWantThem() throws Exception {
    fetch(true, "200");
    assertThat(shown()).contains("\u001b[2mGET");
    assertThat(Terminal.wantsColor("1")).isFalse();
    assertThat(Terminal.wantsColor("")).isTrue();
    assertThat(Terminal.wantsColor(null)).isTrue();
  }

  @Test
  void nothingIsDrawnAfterTheEnd() throws Exception {
    Progress progress = fetch(false, "200");
    progress.end();
    String before = shown();
    progress.end();
    assertThat(shown()).isEqualTo(before);
  }
}
