package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each thing that is wrong is one line, with its place and how to mend it. */
class ViolationsTest {

  /** What is wrong with a client that has this line, which is the third. */
  private static List<String> ofClient(String line) {
    return Sheet.problems("clients:", "  a:", "    " + line);
  }

  @Test
  void theExceptionNamesFileLineAndColumn() {
    try {
      SettingsFile.parse("conf/heed.yaml", "clients:\n  a:\n    retry:\n      max-retrys: 1\n");
    } catch (SettingsException e) {
      assertThat(e.problems())
          .containsExactly(
              "conf/heed.yaml:4:7 unknown key 'max-retrys', did you mean 'max-retries'");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "retry: {max-retrys: 1}|13|unknown key 'max-retrys', did you mean 'max-retries'",
        "retry: {maxRetries: 1}|13|unknown key 'maxRetries', did you mean 'max-retries'",
        "retry: {max_retries: 1}|13|unknown key 'max_retries', did you mean 'max-retries'",
        "callTimeout: 1s|5|unknown key 'callTimeout', did you mean 'call-timeout'",
        "maxRetries: 1|5|'maxRetries' cannot stand here; put it under 'retry'",
        "max-retrys: 1|5|unknown key 'max-retrys', did you mean 'max-retries' under 'retry'",
        "retry: {call-timout: 1s}|13|unknown key 'call-timout', did you mean 'call-timeout'"
            + " directly below the client",
        "retry: {call-timeout: 1s}|13|'call-timeout' cannot stand here; put it directly below the"
            + " client",
        "cooldown: {max-delay: 1s}|16|'max-delay' cannot stand here; put it under 'retry'",
        "retry: {zzz: 1}|13|unknown key 'zzz'; there are max-retries, base-delay, max-delay,"
            + " jitter, hint-spread, methods, throttled-any-method, failures, statuses,"
            + " statuses-with-hint",
        "<<: {reports: true}|5|'<<' is not followed; put what clients share under 'defaults'"
      })
  void unknownKeysAreAnsweredWithTheOneThatWasMeant(String line, int column, String message) {
    assertThat(ofClient(line)).containsExactly("3:" + column + " " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "call-timeout: 30|19|call-timeout: '30' has no unit; write 30ms, 30s, 30m or 30h",
        "call-timeout: 5 sec|19|call-timeout: '5 sec' is not a duration, did you mean '5s'",
        "call-timeout: soon|19|call-timeout: 'soon' is not a duration; write 250ms, 2s, 1m or"
            + " PT1M30S",
        "call-timeout: 0s|19|call-timeout: a limit must be longer than 0; write 'none' for none",
        "call-timeout: -PT1S|19|call-timeout: a duration must not be negative: -PT1S",
        "call-timeout: [1s]|19|call-timeout: expected a duration longer than 0, or `none`, but"
            + " found a list; write 30s",
        "call-timeout: {a: 1}|19|call-timeout: expected a duration longer than 0, or `none`, but"
            + " found keys; write 30s",
        "call-timeout:|5|call-timeout has no value; write 'call-timeout: 30s' or remove it",
        "call-timeout: ~|5|call-timeout has no value; write 'call-timeout: 30s' or remove it",
        "reports: yes|14|reports: 'yes' is neither true nor false; write true",
        "reports: off|14|reports: 'off' is neither true nor false; write false",
        "concurrency-limit: many|24|concurrency-limit: 'many' is not a whole number; write one"
            + " from 1 to 2147483647",
        "concurrency-limit: 1.5|24|concurrency-limit: '1.5' is not a whole number; write one from"
            + " 1 to 2147483647",
        "concurrency-limit: '7'|24|concurrency-limit: '7' is in quotes, so it is text; write it"
            + " without",
        "concurrency-limit: 0|24|concurrency-limit: 0 is out of range; write a whole number from 1"
            + " to 2147483647",
        "concurrency-limit: 99999999999999999999|24|concurrency-limit: 99999999999999999999 is out"
            + " of range; write a whole number from 1 to 2147483647",
        "hints: git-hub|12|hints: unknown value 'git-hub', did you mean 'github'; there are"
            + " retry-after, azure, aws, github, jira, standard, openai, anthropic, linear, sentry,"
            + " ratelimit-fields, ratelimit-reset, none",
        "retry: {jitter: x}|21|jitter: unknown value 'x'; there are full, none, decorrelated",
        "retry: {methods: [get]}|23|methods: 'get' is not a method, did you mean 'GET'",
        "retry: {methods: ['A B']}|23|methods: 'A B' is not a method; write GET",
        "retry: {methods: [429]}|23|methods: '429' is no text without quotes; put it into quotes",
        "retry: {methods: some}|22|methods: unknown value 'some', did you mean 'safe'; there are"
            + " safe, idempotent, all",
        "retry: {statuses: 429}|23|statuses: expected a list of statuses, but found '429'; write"
            + " [429, 503]",
        "retry: {statuses: [42]}|24|statuses: 42 is out of range; write a whole number from 100 to"
            + " 999",
        "retry: {statuses: [[429]]}|24|statuses: expected one word, but found a list",
        "retry: {statuses: [~]}|24|statuses: expected one word, but found nothing",
        "retry-budget: {ratio: 20%}|27|ratio: '20%' is not a number; write one from 0 to 1, such as"
            + " 0.2 for 20 %",
        "retry-budget: {ratio: 2}|27|ratio: 2 is out of range; write a number from 0 to 1",
        "retry-budget: {ratio: '0.1'}|27|ratio: '0.1' is in quotes, so it is text; write it"
            + " without",
        "body-buffer: {each: 1MB}|25|each: '1MB' is not a size, did you mean '1MiB'",
        "body-buffer: {each: 4096}|25|each: '4096' is not a size, did you mean '4096B'",
        "body-buffer: {each: big}|25|each: 'big' is not a size; write 64KiB or 1MiB",
        "body-buffer: {each: 9GiB}|25|each: 9GiB is too much; at most 2147483647B",
        "per-call: {correlation-id: 'X Y'}|32|correlation-id: 'X Y' cannot be the name of a header"
      })
  void wrongValuesAreAnsweredWithTheWayToWriteThem(String line, int column, String message) {
    assertThat(ofClient(line)).containsExactly("3:" + column + " " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "clients:|1:1 'clients' is empty; name a client below it, or remove it",
        "clients: {}|1:1 'clients' is empty; name a client below it, or remove it",
        "clients: {a: }|1:11 'a' is empty; write '{}' behind it to take the defaults, or remove it",
        "clients: {a: {retry: }}|1:15 'retry' is empty; write its keys below it, or remove it",
        "clients: {a: {retry: {}}}|1:15 'retry' is empty; write its keys below it, or remove it",
        "defaults:|1:1 'defaults' is empty; write its keys below it, or remove it",
        "defaults: {}|1:1 'defaults' is empty; write its keys below it, or remove it",
        "clients: {a: {retry: 3}}|1:22 'retry' has keys below it, but here is '3'",
        "clients: [a]|1:10 'clients' has keys below it, but here is a list",
        "clients: {\" \": {}}|1:11 the name of a client must be up to 128 characters that can be"
            + " printed",
        "retry: {}|1:1 'retry' cannot stand here; put it under 'defaults' or below a client",
        "maxRetries: 1|1:1 'maxRetries' cannot stand here; put it under 'defaults' or below a"
            + " client",
        "client: {}|1:1 unknown key 'client', did you mean 'clients'",
        "other: 1|1:1 unknown key 'other'; there are defaults, clients",
        "{}|1:1 the file says nothing; begin it with 'defaults:' or 'clients:'",
        "# later|1:1 the file says nothing; begin it with 'defaults:' or 'clients:'",
        "---|2:1 the file says nothing; begin it with 'defaults:' or 'clients:'",
        "[a]|1:1 expected the keys 'defaults' and 'clients', but found a list",
        "word|1:1 expected the keys 'defaults' and 'clients', but found 'word'"
      })
  void emptyAndMisplacedSectionsAreTold(String line, String message) {
    assertThat(Sheet.problems(line)).containsExactly(message);
  }

  @Test
  void keysThatAreThereTwiceAreTold() {
    assertThat(
            Sheet.problems(
                "clients:",
                "  a: {call-timeout: 1s}",
                "  b:",
                "    retry: {max-delay: 2s, max-delay: 3s}",
                "  a: {call-timeout: 0}"))
        .containsExactly(
            "4:28 'max-delay' is there twice, first in line 4; remove one of them",
            "5:3 'a' is there twice, first in line 2; remove one of them",
            "5:21 call-timeout: '0' has no unit; write 0ms, 0s, 0m or 0h");
  }

  @Test
  void aliasesAreNotFollowedSoThatNothingGrows() {
    assertThat(Sheet.problems("clients:", "  a: &base {call-timeout: 1s}", "  b: *base"))
        .containsExactly(
            "2:6 anchors such as '&base' have no use here; remove it",
            "3:6 aliases such as '*base' are not followed; put what clients share under"
                + " 'defaults'");
  }

  @Test
  void tagsBuildNothing() {
    assertThat(Sheet.problems("clients: {a: {reports: !!javax.script.ScriptEngineManager true}}"))
        .containsExactly(
            "1:24 tags such as 'tag:yaml.org,2002:javax.script.ScriptEngineManager' have no use;"
                + " remove it");
  }

  @Test
  void valuesThatDoNotGoTogetherAreToldAtTheLastOfThem() {
    assertThat(
            Sheet.problems(
                "clients:",
                "  a:",
                "    attempt-timeout: 5s",
                "    call-timeout: 1s",
                "    retry: {base-delay: 40s}",
                "  b: {call-timeout: 2s}",
                "  c: {body-buffer: {each: 128MiB}}",
                "defaults:",
                "  attempt-timeout: 3s",
                "  retry: {max-delay: 20s}"))
        .containsExactly(
            "4:5 attempt-timeout 5 s must not exceed call-timeout 1 s",
            "7:21 body-buffer must be 0 <= each <= all: 134217728, 67108864",
            "9:3 attempt-timeout 3 s must not exceed call-timeout 2 s",
            "10:11 base-delay 40 s must not exceed max-delay 20 s");
  }

  @Test
  void whatIsWrongWithTheDefaultsIsToldOnce() {
    assertThat(
            Sheet.problems(
                "defaults: {attempt-timeout: 3s, call-timeout: 2s}",
                "clients: {a: {}, b: {reports: true}, c: {call-timeout: 4s}}"))
        .containsExactly("1:33 attempt-timeout 3 s must not exceed call-timeout 2 s");
  }

  @Test
  void valuesAreNotComparedWithOnesThatCouldNotBeRead() {
    assertThat(Sheet.problems("clients: {a: {retry: {base-delay: 40s, max-delay: 60}}}"))
        .containsExactly("1:51 max-delay: '60' has no unit; write 60ms, 60s, 60m or 60h");
  }

  @Test
  void whatCannotBeShownIsNotShown() {
    assertThat(ofClient("\"a\\e[2Jb\": 1").get(0)).startsWith("3:5 unknown key 'a?[2Jb'; there");
    assertThat(ofClient("call-timeout: " + "9".repeat(999)).get(0)).hasSizeLessThan(300);
  }

  @Test
  void moreThanAThousandProblemsAreCounted() {
    StringBuilder keys = new StringBuilder("clients: {a: {retry: {");
    for (int i = 0; i < 1200; i++) {
      keys.append("zzzzz").append(i).append(": 1, ");
    }
    List<String> problems =
        org.assertj.core.api.Assertions.catchThrowableOfType(
                SettingsException.class, () -> Sheet.read(keys + "}}}"))
            .problems();
    assertThat(problems).hasSize(1001);
    assertThat(problems.get(1000)).isEqualTo("heed.yaml has 200 more problems");
  }
}
