package dev.heed;

import dev.heed.PlanDescription.Part;
import dev.heed.retry.RetryPolicy;
import dev.heed.time.Durations;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The settings of a plan by name, as text, so that two plans can be compared one by one. */
final class PlanFacts {

  private final Map<String, String> facts = new LinkedHashMap<>();

  private PlanFacts() {}

  static Map<String, String> of(PlanSettings settings, RetryPolicy policy, List<Part> parts) {
    PlanFacts facts = new PlanFacts();
    facts.ofSettings(settings);
    facts.ofRetry(policy);
    parts.stream().filter(part -> !part.name().equals("retry")).forEach(facts::ofPart);
    return Collections.unmodifiableMap(facts.facts);
  }

  private void ofSettings(PlanSettings settings) {
    put("hints", settings.hints.name());
    if (settings.verdicts != null) {
      put("verdicts", settings.verdicts.name());
    }
    put("requestTimeoutCovers", settings.requestTimeoutCovers.name().toLowerCase(Locale.ROOT));
    put("reports", settings.reports);
    put("stackRetries", settings.stacksRetries);
    put("bodyBuffer", settings.bodyLimit + " bytes each, " + settings.bodiesLimit + " for all");
  }

  private void ofRetry(RetryPolicy policy) {
    boolean forever = policy.maxRetries() == Integer.MAX_VALUE;
    put("maxRetries", forever ? "for ever" : policy.maxRetries());
    put("baseDelay", Durations.text(policy.baseDelay()));
    put("maxDelay", Durations.text(policy.maxDelay()));
    put("jitter", policy.jitter().name().toLowerCase(Locale.ROOT));
    put("methods", policy.methods());
    put("throttledAnyMethod", policy.throttledAnyMethod());
    put("retryFailures", policy.retryFailures());
    put("statuses", policy.hasShouldRetry() ? "by shouldRetry" : new TreeSet<>(policy.statuses()));
    put("statusesWithHint", new TreeSet<>(policy.statusesWithHint()));
  }

  /** A part that is there twice, in one ring or in both, is counted. */
  private void ofPart(Part part) {
    String name = part.name();
    for (int count = 2; facts.containsKey(name); count++) {
      name = part.name() + " (" + count + ")";
    }
    put(name, part.options().isEmpty() ? "on" : part.options());
  }

  private void put(String name, Object value) {
    facts.put(name, value.toString());
  }
}
