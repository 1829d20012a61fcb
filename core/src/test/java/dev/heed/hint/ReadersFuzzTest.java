package dev.heed.hint;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.heed.http.ResponseHead;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;

/**
 * Every named reader on responses of a fuzzer's making. In a normal build these replay the inputs
 * kept beside the test resources; with {@code JAZZER_FUZZ=1} they search for new ones.
 */
@Tag("H1")
@Tag("H6")
class ReadersFuzzTest {

  private static final int[] STATUSES = {200, 400, 403, 429, 503, 529};

  @FuzzTest
  void retryAfter(FuzzedDataProvider data) {
    check("retry-after", data);
  }

  @FuzzTest
  void azure(FuzzedDataProvider data) {
    check("azure", data);
  }

  @FuzzTest
  void aws(FuzzedDataProvider data) {
    check("aws", data);
  }

  @FuzzTest
  void gitHub(FuzzedDataProvider data) {
    check("github", data);
  }

  @FuzzTest
  void jira(FuzzedDataProvider data) {
    check("jira", data);
  }

  @FuzzTest
  void standard(FuzzedDataProvider data) {
    check("standard", data);
  }

  @FuzzTest
  void openAi(FuzzedDataProvider data) {
    check("openai", data);
  }

  @FuzzTest
  void anthropic(FuzzedDataProvider data) {
    check("anthropic", data);
  }

  @FuzzTest
  void linear(FuzzedDataProvider data) {
    check("linear", data);
  }

  @FuzzTest
  void sentry(FuzzedDataProvider data) {
    check("sentry", data);
  }

  @FuzzTest
  void rateLimitFields(FuzzedDataProvider data) {
    check("ratelimit-fields", data);
  }

  @FuzzTest
  void rateLimitReset(FuzzedDataProvider data) {
    check("ratelimit-reset", data);
  }

  @FuzzTest
  void none(FuzzedDataProvider data) {
    check("none", data);
  }

  @FuzzTest
  @Tag("R8")
  void verdicts(FuzzedDataProvider data) {
    List<String> fields =
        List.of("x-should-retry", "stripe-should-retry", "grpc-retry-pushback-ms");
    Verdict verdict = Verdicts.standard().read(head(fields, data), Instant.EPOCH);

    assertThat(verdict.delay()).isGreaterThanOrEqualTo(Duration.ZERO);
  }

  private static void check(String reader, FuzzedDataProvider data) {
    Instant now = Instant.ofEpochSecond(data.consumeLong(-62_167_219_200L, 253_402_300_799L));
    ResponseHead head = head(FieldsOfDialects.of(reader), data);
    Hint hint = Hints.named(reader).read(head, now);

    assertThat(
            ReadersAgainstReferenceTest.agree(
                hint, ReferenceReaders.ALL.get(reader).read(head, now)))
        .as("%s on %s at %s", hint, head, now)
        .isTrue();
  }

  private static ResponseHead head(List<String> fields, FuzzedDataProvider data) {
    int status = data.pickValue(STATUSES);
    Map<String, List<String>> headers = new TreeMap<>();
    for (String field : fields) {
      headers.put(field, lines(data));
    }
    headers.put("date", lines(data));
    headers.put("age", lines(data));
    return ResponseHead.of(status, headers);
  }

  private static List<String> lines(FuzzedDataProvider data) {
    int count = data.consumeInt(0, 3);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(data.consumeString(60));
    }
    return lines;
  }
}
