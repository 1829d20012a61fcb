package dev.heed.verify.e2e;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The settings of retries, as the wrong command reads them. */
final class Policy {

  private static final Set<Integer> RETRIED_4XX = Set.of(408, 410, 429, 460);
  private static final Set<Integer> DROPPED_5XX = Set.of(501, 505, 511);

  private final Set<Fault> faults;
  private final Map<Integer, Boolean> overrides = new HashMap<>();
  boolean pauses = true;
  boolean backsOff = true;
  boolean retry4xx;
  boolean retry5xx = true;
  int maxRetries = 10;
  double base = 0.5;
  double longestWait = 60;
  double longestPause = 300;

  Policy(Set<Fault> faults, int maxRetries) {
    this.faults = faults;
    this.maxRetries = maxRetries;
  }

  /** Takes what a server says in place of all else. */
  Policy with(JsonNode config) {
    Policy next = new Policy(faults, faults.contains(Fault.KEEPS_LOCAL_COUNT) ? maxRetries : 10);
    JsonNode rate = config.path("rateLimitConfig");
    JsonNode back = config.path("backoffConfig");
    boolean unlessSaid = !faults.contains(Fault.OFF_UNLESS_SAID);
    next.pauses = flag(rate, unlessSaid);
    next.backsOff = flag(back, unlessSaid);
    next.longestPause = number(rate, "maxRetryInterval", 300);
    if (!faults.contains(Fault.ZERO_INTERVAL_IS_ZERO)) {
      next.longestPause = Math.max(1, next.longestPause);
    }
    next.base = number(back, "baseBackoffInterval", 0.5);
    next.longestWait = number(back, "maxBackoffInterval", 60);
    next.maxRetries = (int) number(back, "maxRetryCount", next.maxRetries);
    next.retry4xx = back.path("default4xxBehavior").asString("drop").equals("retry");
    next.retry5xx = back.path("default5xxBehavior").asString("retry").equals("retry");
    next.override(back.path("statusCodeOverrides"));
    return next;
  }

  private boolean flag(JsonNode path, boolean otherwise) {
    JsonNode enabled = path.path("enabled");
    if (!enabled.isMissingNode() && !enabled.isBoolean()) {
      spoilt(enabled);
    }
    return enabled.isBoolean() ? enabled.booleanValue() : otherwise;
  }

  private double number(JsonNode path, String name, double otherwise) {
    JsonNode number = path.path(name);
    if (!number.isMissingNode() && !number.isNumber()) {
      spoilt(number);
    }
    return number.isNumber() ? number.doubleValue() : otherwise;
  }

  private void spoilt(JsonNode what) {
    if (faults.contains(Fault.JUNK_SPOILS_SETTINGS)) {
      throw new IllegalArgumentException("not understood: " + what);
    }
  }

  private void override(JsonNode given) {
    for (var entry : given.properties()) {
      String what = entry.getValue().asString("");
      boolean known = what.equals("retry") || what.equals("drop");
      if (!known || !entry.getKey().matches("[1-5][0-9][0-9]")) {
        spoilt(entry.getValue());
      } else {
        overrides.put(Integer.parseInt(entry.getKey()), what.equals("retry"));
      }
    }
  }

  boolean isRetried(int status) {
    Boolean override = overrides.get(status);
    if (override != null) {
      return override;
    }
    if (faults.contains(Fault.RETRIES_ALL)) {
      return true;
    }
    boolean replaced = faults.contains(Fault.OVERRIDES_REPLACE) && !overrides.isEmpty();
    if (status / 100 == 4) {
      return (RETRIED_4XX.contains(status) && !replaced) || retry4xx;
    }
    return status / 100 == 5 && retry5xx && (replaced || !DROPPED_5XX.contains(status));
  }
}
