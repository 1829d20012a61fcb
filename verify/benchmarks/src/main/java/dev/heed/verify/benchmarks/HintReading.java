package dev.heed.verify.benchmarks;

import dev.heed.hint.Hint;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reading a {@code Retry-After}, and what the platform offers for the same. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class HintReading {

  private static final String DATE = "Thu, 01 Jan 2026 00:00:30 GMT";

  private final HintReader reader = Hints.retryAfter();
  private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final ResponseHead seconds = head("120");
  private final ResponseHead date = head(DATE);
  private String text = DATE;
  private long number = 120;

  private static ResponseHead head(String value) {
    return ResponseHead.of(429, Map.of("Retry-After", List.of(value)));
  }

  /** {@code Retry-After: 120}. */
  @Benchmark
  public Hint seconds() {
    return reader.read(seconds, now);
  }

  /** Making the result of {@link #seconds()} without reading anything. */
  @Benchmark
  public Hint secondsResultAlone() {
    return Hint.waitFor(Duration.ofSeconds(number), "Retry-After", text);
  }

  /** {@code Retry-After} with an HTTP date. */
  @Benchmark
  public Hint date() {
    return reader.read(date, now);
  }

  /** The same date, by the formatter of the platform, which knows one of the three forms. */
  @Benchmark
  public Instant dateByFormatter() {
    return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
  }
}
