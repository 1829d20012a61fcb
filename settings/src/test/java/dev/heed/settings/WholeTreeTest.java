package dev.heed.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.guard.Cooldown;
import dev.heed.resilience4j.Breaker;
import dev.heed.retry.HedgePolicy;
import dev.heed.retry.RetryBudget;
import dev.heed.retry.RetryPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What can be said of a plan in Java as data can be said in a file. */
class WholeTreeTest {

  /** What takes a function, an object of the program, or is about building itself. */
  private static final Set<String> CODE =
      Set.of(
          "perCall",
          "perAttempt",
          "partitionBy",
          "reauthenticate",
          "listener",
          "context",
          "time",
          "shouldRetry",
          "shouldHedge",
          "delayBy",
          "defaults",
          "without",
          "violations",
          "build");

  /** Methods whose key is not their name in other writing. */
  private static final Map<String, String> OTHER_NAMES =
      Map.of(
          "retryForever", "max-retries",
          "retryFailures", "failures",
          "refuse", "line");

  private static Set<String> settings(Class<?> builder) {
    return Arrays.stream(builder.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(Method::getName)
        .filter(name -> !CODE.contains(name))
        .map(name -> OTHER_NAMES.getOrDefault(name, KeyTree.asKey(name)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> keys(String section) {
    Set<String> keys =
        KeyTree.section(section).orElseThrow().keys().stream()
            .map(Key::name)
            .collect(Collectors.toCollection(TreeSet::new));
    keys.remove(KeyTree.ENABLED);
    return keys;
  }

  @Test
  void everySettingOfAPlanHasAKeyOrASection() {
    assertThat(KeyTree.names()).containsAll(settings(Heed.Builder.class));
  }

  @Test
  void everySettingOfTheRetryHasAKey() {
    assertThat(keys("retry")).isEqualTo(settings(RetryPolicy.Builder.class));
  }

  @Test
  void everySettingOfTheHedgingHasAKey() {
    Set<String> keys = keys("hedge");
    // How the groups follow each other is a part of Endpoints.
    assertThat(keys.remove("endpoint-order")).isTrue();
    assertThat(keys).isEqualTo(settings(HedgePolicy.Builder.class));
  }

  @Test
  void everySettingOfAGuardHasAKey() {
    assertThat(keys("retry-budget")).isEqualTo(settings(RetryBudget.Builder.class));
    assertThat(keys("cooldown")).isEqualTo(settings(Cooldown.Builder.class));
    assertThat(keys("breaker")).isEqualTo(settings(Breaker.Builder.class));
  }
}
