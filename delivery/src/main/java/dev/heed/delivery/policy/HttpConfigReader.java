package dev.heed.delivery.policy;

import dev.heed.delivery.json.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads settings from a server, field by field: what cannot be read stays at its default. */
final class HttpConfigReader {

  /** Beyond every range, and small enough to be counted in a long of nanoseconds. */
  private static final BigDecimal LIMIT = BigDecimal.valueOf(1_000_000_000);

  private final List<String> findings = new ArrayList<>();

  private HttpConfigReader() {}

  static HttpConfig read(JsonNode object) {
    HttpConfigReader reader = new HttpConfigReader();
    HttpConfig.Builder builder = HttpConfig.builder();
    Fields rateLimit = reader.fields(object, RateLimitConfig.KEY);
    builder.rateLimit(
        to -> {
          rateLimit.bool("enabled", to::enabled);
          rateLimit.count("maxRetryCount", to::maxRetryCount);
          rateLimit.seconds("maxRetryInterval", to::maxRetryInterval);
          rateLimit.seconds("maxRateLimitDuration", to::maxRateLimitDuration);
        });
    Fields backoff = reader.fields(object, BackoffConfig.KEY);
    builder.backoff(
        to -> {
          backoff.bool("enabled", to::enabled);
          backoff.count("maxRetryCount", to::maxRetryCount);
          backoff.seconds("baseBackoffInterval", to::baseBackoffInterval);
          backoff.seconds("maxBackoffInterval", to::maxBackoffInterval);
          backoff.seconds("maxTotalBackoffDuration", to::maxTotalBackoffDuration);
          backoff.count("jitterPercent", to::jitterPercent);
          backoff.behavior("default4xxBehavior", to::default4xxBehavior);
          backoff.behavior("default5xxBehavior", to::default5xxBehavior);
          backoff.behavior("unknownCodeBehavior", to::unknownCodeBehavior);
          backoff.overrides(to);
        });
    return builder.findings(reader.findings).build();
  }

  private Fields fields(JsonNode object, String key) {
    Optional<JsonNode> member = object.member(key);
    if (member.isPresent() && !member.get().isObject()) {
      findings.add(key + ": not an object; the defaults are used");
    }
    return new Fields(key, member.map(JsonNode::members).orElse(Map.of()));
  }

  /** The fields of one path. */
  private final class Fields {

    private final String prefix;
    private final Map<String, JsonNode> members;

    Fields(String prefix, Map<String, JsonNode> members) {
      this.prefix = prefix;
      this.members = members;
    }

    private <T> void read(String key, String kind, Optional<T> value, Consumer<? super T> setting) {
      value.ifPresent(setting);
      if (value.isEmpty() && members.containsKey(key)) {
        findings.add(prefix + "." + key + ": not " + kind + "; the default is used");
      }
    }

    private Optional<JsonNode> member(String key) {
      return Optional.ofNullable(members.get(key));
    }

    void bool(String key, Consumer<Boolean> setting) {
      read(key, "a boolean", member(key).flatMap(Fields::bool), setting);
    }

    /** Some servers quote everything. */
    private static Optional<Boolean> bool(JsonNode node) {
      return node.text()
          .map(text -> text.toLowerCase(Locale.ROOT))
          .filter(text -> text.equals("true") || text.equals("false"))
          .map(Boolean::valueOf)
          .or(node::bool);
    }

    private static Optional<BigDecimal> number(JsonNode node) {
      Optional<BigDecimal> number =
          node.text().isEmpty()
              ? node.number()
              : node.text()
                  .filter(text -> text.matches("-?[0-9]{1,9}(\\.[0-9]{1,9})?"))
                  .map(BigDecimal::new);
      return number.map(value -> value.min(LIMIT).max(LIMIT.negate()));
    }

    void count(String key, Consumer<Integer> setting) {
      Optional<Integer> whole =
          member(key)
              .flatMap(Fields::number)
              .filter(value -> value.stripTrailingZeros().scale() <= 0)
              .map(BigDecimal::intValueExact);
      read(key, "a whole number", whole, setting);
    }

    void seconds(String key, Consumer<Duration> setting) {
      Optional<Duration> seconds =
          member(key)
              .flatMap(Fields::number)
              .map(value -> Duration.ofNanos(value.movePointRight(9).longValue()));
      read(key, "a number of seconds", seconds, setting);
    }

    void behavior(String key, Consumer<Behavior> setting) {
      read(key, "drop, retry or keep", member(key).flatMap(Fields::behavior), setting);
    }

    private static Optional<Behavior> behavior(JsonNode node) {
      return switch (node.text().orElse("").toLowerCase(Locale.ROOT)) {
        case "drop" -> Optional.of(Behavior.DROP);
        case "retry" -> Optional.of(Behavior.RETRY);
        case "keep" -> Optional.of(Behavior.KEEP);
        default -> Optional.empty();
      };
    }

    void overrides(BackoffConfig.Builder to) {
      Optional<JsonNode> member = member("statusCodeOverrides");
      if (member.isPresent() && !member.get().isObject()) {
        findings.add(prefix + ".statusCodeOverrides: not an object; the defaults are used");
      }
      member
          .map(JsonNode::members)
          .orElse(Map.of())
          .forEach((code, what) -> override(code, what, to));
    }

    private void override(String code, JsonNode what, BackoffConfig.Builder to) {
      Optional<Behavior> behavior = behavior(what);
      if (code.matches("[1-5][0-9][0-9]") && behavior.isPresent()) {
        to.statusCodeOverride(Integer.parseInt(code), behavior.get());
      } else {
        findings.add(
            prefix
                + ".statusCodeOverrides: an entry that is not a status with drop, retry or keep; it"
                + " is left out");
      }
    }
  }
}
