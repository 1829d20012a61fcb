package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a text is, reading it gives settings, or the one exception with proper lines. */
class RandomTextTest {

  private static final Pattern LINE =
      Pattern.compile("heed\\.yaml(?::(\\d+):(\\d+) | has \\d+ more )\\P{Cntrl}+");

  private static final String PUNCTUATION =
      "-?:,[]{}#&*!|>'\"%@`~ \n\n\t\r\\/.<=$0aZé\u2028\ud83d\ude00";

  private static final String GOOD =
      """
      # settings of two clients
      defaults:
        call-timeout: 30s
        retry: {max-retries: 4, methods: [GET, "PUT"]}
        per-call:
          correlation-id: 'X-Id'
      clients:
        payments:
          hints: github
          retry:
            statuses: [429, 503]
            base-delay: 250ms
          cooldown:
            line: 5
        search: {}
      """;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noRandomTextRaisesAnythingElse(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(60); length > 0; length--) {
        text.append(letter(random));
      }
      check(text.toString());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noChangeOfAGoodFileRaisesAnythingElse(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 3000; i++) {
      String text = GOOD;
      for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
        text = changed(text, random);
      }
      check(text);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noBytesRaiseAnythingElse(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Problems problems = new Problems("heed.yaml");
      SettingsText.decode(bytes, problems).ifPresent(RandomTextTest::check);
      try {
        problems.throwIfAny();
      } catch (SettingsException e) {
        checkLines(e.problems(), Integer.MAX_VALUE);
      }
    }
  }

  private static String letter(SplittableRandom random) {
    int c = PUNCTUATION.codePointAt(random.nextInt(PUNCTUATION.length()));
    return random.nextInt(8) == 0 ? word(random) : Character.toString(c);
  }

  private static String word(SplittableRandom random) {
    List<String> words = new ArrayList<>(KeyTree.names());
    words.addAll(
        List.of("defaults:", "clients:\n  ", "30s", "true", "!!int ", "---\n", "<<", "&a "));
    return words.get(random.nextInt(words.size()));
  }

  private static String changed(String text, SplittableRandom random) {
    int from = random.nextInt(text.length());
    int to = Math.min(text.length(), from + random.nextInt(6));
    return switch (random.nextInt(4)) {
      case 0 -> text.substring(0, from) + text.substring(to);
      case 1 -> text.substring(0, from) + letter(random) + text.substring(from);
      case 2 -> text.substring(0, from) + letter(random) + text.substring(to);
      default -> text.substring(0, from) + text.substring(to) + text.substring(from, to);
    };
  }

  private static void check(String text) {
    try {
      assertThat(SettingsFile.parse("heed.yaml", text)).isNotNull();
    } catch (SettingsException e) {
      checkLines(e.problems(), text.split("\r\n|\r|\n", -1).length);
    } catch (RuntimeException | Error e) {
      throw new AssertionError("raised by '" + text + "'", e);
    }
  }

  private static void checkLines(List<String> lines, int most) {
    assertThat(lines).isNotEmpty();
    Position last = Position.START;
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      if (matcher.group(1) != null) {
        Position at =
            new Position(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        assertThat(at).as(line).isGreaterThanOrEqualTo(last);
        assertThat(at.line()).as(line).isLessThanOrEqualTo(most);
        last = at;
      }
    }
  }
}
