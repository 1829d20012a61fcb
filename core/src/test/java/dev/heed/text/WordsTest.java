package dev.heed.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {

  private static final List<String> KNOWN = List.of("max-retries", "max-delay", "methods");

  @ParameterizedTest
  @CsvSource({
    "max-retrys, max-retries",
    "maxRetries, max-retries",
    "MAX_DELAY, max-delay",
    "max-dealy, max-delay",
    "method, methods",
    "mehtods, methods"
  })
  void theNearestWordIsFoundInAnyCase(String word, String meant) {
    assertThat(Words.nearest(word, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "zz", "colors", "x-y"})
  void whatIsNearNothingGetsNoSuggestion(String word) {
    assertThat(Words.nearest(word, KNOWN)).isEmpty();
  }

  @Test
  void ofEquallyNearWordsTheFirstIsTaken() {
    assertThat(Words.nearest("cat", List.of("car", "bat"))).contains("car");
  }

  @Test
  void textFromElsewhereIsOneLineWithoutControlCharacters() {
    assertThat(Words.shown("a\u001b[2Jb\nc\u202ed\u2028e")).isEqualTo("a?[2Jb?c?d?e");
  }

  @Test
  void textFromElsewhereIsNotEndless() {
    assertThat(Words.shown("x".repeat(160))).hasSize(160);
    assertThat(Words.shown("\ud83d\ude00".repeat(161)))
        .isEqualTo("\ud83d\ude00".repeat(160) + "...");
  }
}
