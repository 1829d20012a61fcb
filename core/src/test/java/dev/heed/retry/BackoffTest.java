package dev.heed.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("W3")
final class BackoffTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long FOREVER = Long.MAX_VALUE;
  private static final long[] BASES = {
    0, 1, 2, 3, 1000, SECOND, 3 * SECOND, 1L << 40, (1L << 62) - 1, 1L << 62, Long.MAX_VALUE
  };

  private static Backoff backoff(long base, long max, Jitter jitter) {
    return new Backoff(base, max, jitter);
  }

  private static List<Integer> counts() {
    List<Integer> counts = new ArrayList<>();
    for (int n = 0; n <= 100; n++) {
      counts.add(n);
    }
    counts.addAll(
        List.of(127, 128, 255, 256, 1023, 1024, 1 << 20, Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
    return counts;
  }

  @Test
  void itDoublesUpToTheMaximum() {
    Backoff backoff = backoff(SECOND, 30 * SECOND, Jitter.NONE);

    assertThat(counts().stream().limit(8).map(n -> backoff.cap(n) / SECOND))
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
  }

  @Test
  void aBaseThatOnceWrappedStaysAtTheMaximum() {
    Backoff backoff =
        backoff(Duration.ofMillis(5000).toNanos(), Duration.ofSeconds(20).toNanos(), Jitter.NONE);

    assertThat(backoff.cap(0)).isEqualTo(5 * SECOND);
    assertThat(backoff.cap(1)).isEqualTo(10 * SECOND);
    assertThat(counts().stream().skip(2).map(backoff::cap)).containsOnly(20 * SECOND);
  }

  @Test
  void itNeverFallsAndNeverTurnsNegativeForAnyBaseAndCount() {
    for (long base : BASES) {
      for (long max : new long[] {base, FOREVER}) {
        Backoff backoff = backoff(base, max, Jitter.NONE);
        long before = 0;
        for (int n : counts()) {
          long wait = backoff.cap(n);
          assertThat(wait).as("base %s, n %s", base, n).isBetween(before, max);
          before = wait;
        }
        assertThat(before).isEqualTo(base == 0 ? 0 : max);
      }
    }
  }

  @Test
  void aBaseOfZeroNeverWaits() {
    for (Jitter jitter : Jitter.values()) {
      Backoff.Sequence waits = backoff(0, 30 * SECOND, jitter).sequence();

      assertThat(counts().stream().map(n -> waits.next(n, 0.9))).containsOnly(0L);
    }
  }

  @Test
  void theExactPowersOfTwoAreKept() {
    for (int n = 0; n < 62; n++) {
      assertThat(backoff(1, FOREVER, Jitter.NONE).cap(n)).isEqualTo(1L << n);
    }
    assertThat(backoff(1, FOREVER, Jitter.NONE).cap(62)).isEqualTo(1L << 62);
    assertThat(backoff(1, FOREVER, Jitter.NONE).cap(63)).isEqualTo(FOREVER);
    assertThat(backoff(3, FOREVER, Jitter.NONE).cap(61)).isEqualTo(3L << 61);
    assertThat(backoff(3, FOREVER, Jitter.NONE).cap(62)).isEqualTo(FOREVER);
  }

  @Test
  void fullJitterIsAPartOfTheBackoff() {
    Backoff.Sequence waits = backoff(SECOND, 30 * SECOND, Jitter.FULL).sequence();

    assertThat(waits.next(2, 0)).isZero();
    assertThat(waits.next(2, 0.25)).isEqualTo(SECOND);
    assertThat(waits.next(2, Math.nextDown(1.0))).isBetween(4 * SECOND - 2, 4 * SECOND);
  }

  @ParameterizedTest
  @CsvSource({
    "0,    0,      2.7544, 2.9201, 5.7317, 11.4356, 22.8605",
    "0.25, 1.2938, 2.0271, 3.4409, 6.8090, 13.5967, 27.1848",
    "0.5,  1.7948, 2.1860, 4.0715, 8.0920, 16.1673, 32.3273",
    "0.75, 2.2567, 2.5003, 4.8280, 9.6189, 19.2245, 38.4431"
  })
  void theDecorrelatedFormGivesTheReferenceValues(
      double r, double w0, double w1, double w2, double w3, double w4, double w5) {
    Backoff.Sequence waits = backoff(2 * SECOND, FOREVER, Jitter.DECORRELATED).sequence();
    double[] expected = {w0, w1, w2, w3, w4, w5};

    for (int n = 0; n < expected.length; n++) {
      assertThat(waits.next(n, r) / 1e9).isCloseTo(expected[n], within(0.000_05));
    }
  }

  @Test
  void theDecorrelatedFormIsTheSameToTheBitOnEveryMachine() {
    // With Math in place of StrictMath the sum is another one, and not the same on all JDKs.
    SplittableRandom random = new SplittableRandom(7);
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      Backoff.Sequence waits = backoff(1L << 52, FOREVER, Jitter.DECORRELATED).sequence();
      sum += waits.next(i % 4, random.nextDouble());
    }

    assertThat(sum).isEqualTo(1_055_736_648_821_031_237L);
  }

  @Test
  void theMediansOfTheDecorrelatedFormLieNearThePlainBackoff() {
    SplittableRandom random = new SplittableRandom(7);
    List<List<Long>> waits = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < 20_000; i++) {
      Backoff.Sequence sequence = backoff(2 * SECOND, FOREVER, Jitter.DECORRELATED).sequence();
      for (int n = 0; n < waits.size(); n++) {
        waits.get(n).add(sequence.next(n, random.nextDouble()));
      }
    }

    double[] medians = {1.80, 2.28, 4.04};
    for (int n = 0; n < medians.length; n++) {
      long median = waits.get(n).stream().sorted().skip(10_000).findFirst().orElseThrow();
      assertThat(median / 1e9).isCloseTo(medians[n], within(0.1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void noChanceLeadsAboveTheMaximumOrBelowZero(Jitter jitter) {
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 20_000; i++) {
      long max = random.nextLong(FOREVER) >>> random.nextInt(63);
      long base = max == 0 ? 0 : random.nextLong(max + 1 < 0 ? max : max + 1);
      Backoff.Sequence waits = backoff(base, max, jitter).sequence();
      int n = random.nextInt(4);
      for (int retries = 0; retries < 12; retries++) {
        assertThat(waits.next(n, random.nextDouble()))
            .as("base %s, max %s, n %s", base, max, n)
            .isBetween(0L, max);
        n = random.nextInt(8) == 0 ? Integer.MAX_VALUE : n + random.nextInt(1, 200);
        if (n < 0 || n == Integer.MAX_VALUE) {
          break;
        }
      }
      assertThat(waits.next(Integer.MAX_VALUE, random.nextDouble())).isBetween(0L, max);
    }
  }

  @Test
  void sequencesOfOnePolicyDoNotInfluenceEachOther() {
    Backoff shared = backoff(2 * SECOND, FOREVER, Jitter.DECORRELATED);
    Backoff.Sequence first = shared.sequence();
    long before = first.next(0, 0.5);
    Backoff.Sequence second = shared.sequence();

    assertThat(second.next(0, 0.5)).isEqualTo(before);
    assertThat(first.next(1, 0.5)).isEqualTo(second.next(1, 0.5));
  }
}
