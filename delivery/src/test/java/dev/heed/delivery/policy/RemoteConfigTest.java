package dev.heed.delivery.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D2")
class RemoteConfigTest {

  @Test
  void allFieldsAreRead() {
    HttpConfig config =
        read(
            """
            {"rateLimitConfig": {"enabled": false, "maxRetryCount": 7, "maxRetryInterval": 20,
               "maxRateLimitDuration": 600, "later": [1]},
             "backoffConfig": {"enabled": false, "maxRetryCount": 3, "baseBackoffInterval": 0.25,
               "maxBackoffInterval": 5, "maxTotalBackoffDuration": 60, "jitterPercent": 20,
               "default4xxBehavior": "retry", "default5xxBehavior": "drop",
               "unknownCodeBehavior": "Retry", "statusCodeOverrides": {"403": "keep", "503": "drop"}}}
            """);
    assertThat(config)
        .hasToString(
            "rateLimitConfig off: maxRetryCount=7, maxRetryInterval=20 s, maxRateLimitDuration=10"
                + " min; backoffConfig off: maxRetryCount=3, baseBackoffInterval=250 ms,"
                + " maxBackoffInterval=5 s, maxTotalBackoffDuration=1 min, jitterPercent=20,"
                + " default4xxBehavior=RETRY, default5xxBehavior=DROP, unknownCodeBehavior=RETRY,"
                + " statusCodeOverrides={403=KEEP, 503=DROP}");
    assertThat(config.adjustments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"backoffConfig\":{}}",
        "{\"rateLimitConfig\":{\"enabled\":null}}",
        "{\"rateLimitConfig\":[],\"backoffConfig\":false}",
        "{\"backoffConfig\":{\"statusCodeOverrides\":{\"\":\"retry\",\"99\":\"retry\",\"4000\":\"drop\","
            + "\"503\":\"maybe\",\"+40\":\"drop\",\"504\":3}}}",
        "{\"backoffConfig\":{\"statusCodeOverrides\":[503]}}",
      })
  @Tag("statement-11")
  @Tag("statement-12")
  void whatIsMissingOrUnreadableTakesItsDefault(String json) {
    assertThat(read(json)).hasToString(HttpConfig.defaults().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "false, off",
    "'\"false\"', off",
    "'\"FALSE\"', off",
    "true, on",
    "0, on",
    "'\"no\"', on"
  })
  @Tag("statement-14")
  void onlyFalseSwitchesAPathOff(String enabled, String expected) {
    assertThat(read("{\"backoffConfig\":{\"enabled\":" + enabled + "}}").backoff().toString())
        .startsWith("backoffConfig " + expected + ":");
  }

  @Test
  void oneUnreadableFieldDoesNotHurtItsNeighbors() {
    HttpConfig config =
        read(
            "{\"backoffConfig\":{\"maxRetryCount\":\"many\",\"jitterPercent\":1.5,"
                + "\"baseBackoffInterval\":{},\"maxBackoffInterval\":\"7\","
                + "\"default5xxBehavior\":\"DROP it\","
                + "\"statusCodeOverrides\":{\"500\":\"drop\",\"501\":true}}}");
    assertThat(config.backoff().maxRetryCount()).isEqualTo(10);
    assertThat(config.backoff().maxBackoffInterval()).hasSeconds(7);
    assertThat(config.backoff().behavior(500)).isEqualTo(Behavior.DROP);
    assertThat(config.adjustments())
        .containsExactly(
            "backoffConfig.maxRetryCount: not a whole number; the default is used",
            "backoffConfig.baseBackoffInterval: not a number of seconds; the default is used",
            "backoffConfig.jitterPercent: not a whole number; the default is used",
            "backoffConfig.default5xxBehavior: not drop, retry or keep; the default is used",
            "backoffConfig.statusCodeOverrides: an entry that is not a status with drop, retry or"
                + " keep; it is left out");
  }

  @ParameterizedTest
  @CsvSource({
    "1e400, 1 h",
    "1e999999999, 1 h",
    "-1e400, 1 s",
    "1e-999999999, 1 s",
    "99999999999999999999, 1 h",
    "0, 1 s",
    "2.0, 2 s",
  })
  void numbersOfAnySizeAreBroughtIntoRange(String number, String expected) {
    assertThat(read("{\"backoffConfig\":{\"maxBackoffInterval\":" + number + "}}").toString())
        .contains("maxBackoffInterval=" + expected + ",");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":{}}", "{\"httpConfig\":null}", "{\"httpConfig\":[]}", "oops", ""})
  @Tag("statement-13")
  void withoutSuchAnObjectNothingIsChanged(String json) {
    assertThat(read(json, "/httpConfig")).isEmpty();
  }

  @Test
  void theObjectIsFoundWhereThePointerSays() {
    String settings =
        "{\"integrations\":{\"Some.io\":{\"httpConfig\":{\"rateLimitConfig\":{\"maxRetryInterval\":9}}}}}";
    assertThat(read(settings, "/integrations/Some.io/httpConfig"))
        .hasValueSatisfying(c -> assertThat(c.rateLimit().maxRetryInterval()).hasSeconds(9));
  }

  private static HttpConfig read(String json) {
    return read(json, "").orElseThrow();
  }

  private static Optional<HttpConfig> read(String json, String pointer) {
    return HttpConfig.read(json.getBytes(StandardCharsets.UTF_8), pointer);
  }
}
