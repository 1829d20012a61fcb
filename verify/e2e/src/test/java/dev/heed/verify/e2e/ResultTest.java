package dev.heed.verify.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultTest {

  @Test
  void theResultIsTheLastThingOnOneLineOrOnSeveral() {
    String pretty = "{ not it\n{\"a\":1}\nlog\n{\n  \"success\": true,\n  \"sentBatches\": 0\n}\n";
    assertThat(Result.of(pretty)).isEqualTo(new Result(true, ""));
    assertThat(Result.of("{\"success\":false,\"sentBatches\":1,\"error\":\"why\"}"))
        .isEqualTo(new Result(false, ""));
  }

  @Test
  void wordsAfterItAreAFlaw() {
    assertThat(Result.of("{\"success\":true,\"sentBatches\":1}\nbye").flaw())
        .isEqualTo("standard output does not end in a JSON object (P8)");
    assertThat(Result.of("").flaw()).contains("P8");
  }

  @Test
  void aFailureHasToSayWhy() {
    assertThat(Result.of("{\"success\":false,\"sentBatches\":1,\"error\":null}").flaw())
        .startsWith("a failure without an 'error' (P8)");
  }

  @Test
  void whatIsNoResultIsAFlaw() {
    assertThat(Result.of("{\"success\":\"yes\"}").flaw()).contains("no boolean 'success'");
    assertThat(Result.of("{\"success\":true}").flaw()).contains("'sentBatches'");
  }
}
