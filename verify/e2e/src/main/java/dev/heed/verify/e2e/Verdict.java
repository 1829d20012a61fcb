package dev.heed.verify.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Judges a run: what every run has to keep, and what its case expects. */
final class Verdict {

  private static final long MILLI = 1_000_000;

  /** How much a clock of the command may be off the one here. */
  private static final long SLACK_MS = 5;

  private final Case test;
  private final JsonNode expect;
  private final Observed observed;
  private final List<Upload> uploads;
  private final List<String> complaints = new ArrayList<>();

  private Verdict(Case test, Observed observed) {
    this.test = test;
    this.expect = test.expect();
    this.observed = observed;
    this.uploads = observed.uploads();
  }

  static List<String> of(Case test, Observed observed) {
    Verdict verdict = new Verdict(test, observed);
    verdict.always();
    verdict.expected();
    return List.copyOf(verdict.complaints);
  }

  private void check(boolean holds, String complaint) {
    if (!holds) {
      complaints.add(complaint);
    }
  }

  private void always() {
    check(observed.result().flaw().isEmpty(), observed.result().flaw());
    Map<String, JsonNode> known = new HashMap<>();
    for (Upload upload : uploads) {
      check(upload.method().equals("POST"), "an upload by " + upload.method() + " (P3)");
      check(
          !upload.events().isEmpty(), "an upload without a batch of events (P3): " + upload.body());
      check(
          new HashSet<>(upload.ids()).size() == upload.ids().size(),
          "an event is twice in one batch (P4)");
      upload.events().forEach(event -> event(event, known));
    }
    check(
        known.size() <= test.events(),
        known.size() + " events by their messageId, of " + test.events() + " (S53)");
  }

  private void event(JsonNode event, Map<String, JsonNode> known) {
    String id = event.path("messageId").asString("");
    check(!id.isEmpty(), "an event without a messageId (P4): " + event);
    check(event.path("timestamp").isString(), "an event without a timestamp (P4): " + event);
    JsonNode before = known.putIfAbsent(id, event);
    check(before == null || before.equals(event), "an event has changed (S53): " + event);
  }

  private void expected() {
    boolean success = expect.path("success").asBoolean(true);
    check(
        observed.result().success() == success,
        "the result should be success=" + success + " (P8), and was not");
    counts(success);
    waits();
    retryCounts();
    headers();
    members();
    places();
    long least = expect.path("tookAtLeastMs").asLong(0);
    check(observed.tookMs() >= least, "it took only " + observed.tookMs() + " ms of " + least);
    long most = expect.path("tookAtMostMs").asLong(Long.MAX_VALUE);
    check(observed.tookMs() <= most, "it took " + observed.tookMs() + " ms, not at most " + most);
  }

  private void counts(boolean success) {
    JsonNode wanted = expect.path("uploads");
    int least = wanted.isArray() ? wanted.path(0).asInt() : wanted.asInt(0);
    int most = wanted.isArray() ? wanted.path(1).asInt() : wanted.asInt(Integer.MAX_VALUE);
    check(
        uploads.size() >= least && uploads.size() <= most,
        uploads.size() + " uploads, expected " + wanted);
    Set<String> delivered = new HashSet<>();
    List<String> all = new ArrayList<>();
    for (Upload upload : uploads) {
      if (upload.isTaken()) {
        delivered.addAll(upload.ids());
        all.addAll(upload.ids());
      }
    }
    int events = expect.path("delivered").asInt(success ? test.events() : 0);
    check(delivered.size() == events, delivered.size() + " events arrived, expected " + events);
    check(all.size() == delivered.size(), "events were sent again after they had arrived (S39)");
    int batch = expect.path("batchAtMost").asInt(Integer.MAX_VALUE);
    check(
        uploads.stream().allMatch(upload -> upload.events().size() <= batch),
        "a batch of more than " + batch + " events");
  }

  /** Between an answer and the next request: {@code >=1000}, {@code <=400}, or {@code any}. */
  private void waits() {
    JsonNode wanted = expect.path("waits");
    for (int i = 0; i < wanted.size() && i + 1 < uploads.size(); i++) {
      wait(i, wanted.path(i).asString());
    }
    check(
        wanted.size() < Math.max(1, uploads.size()),
        uploads.size() + " uploads are too few for the waits " + wanted);
    int last = uploads.size() - 2;
    if (expect.path("growing").asBoolean(false) && last > 0) {
      check(
          waitMs(last) > waitMs(0) * 3 / 2,
          "waits have not grown: " + waitMs(0) + " ms first, " + waitMs(last) + " ms last");
    }
  }

  private long waitMs(int after) {
    return (uploads.get(after + 1).arrived() - uploads.get(after).answered()) / MILLI;
  }

  private void wait(int number, String wanted) {
    if (wanted.equals("any")) {
      return;
    }
    long limit = Long.parseLong(wanted.substring(2));
    long is = waitMs(number);
    check(
        wanted.startsWith(">=") ? is + SLACK_MS >= limit : is <= limit,
        "wait " + (number + 1) + " was " + is + " ms, expected " + wanted + " ms");
  }

  /** The retries of each batch count from one, and its first attempt carries no count. */
  private void retryCounts() {
    if (!expect.path("retryCounts").asBoolean(false)) {
      return;
    }
    Map<Set<String>, Integer> attempts = new HashMap<>();
    for (Upload upload : uploads) {
      int before = attempts.merge(new LinkedHashSet<>(upload.ids()), 1, Integer::sum) - 1;
      String wanted = before == 0 ? "absent" : Integer.toString(before);
      String header = upload.header("X-Retry-Count");
      String is = header == null ? "absent" : header;
      check(is.equals(wanted), "X-Retry-Count is " + is + " at attempt " + (before + 1));
    }
  }

  private void headers() {
    for (var header : expect.path("headers").properties()) {
      for (Upload upload : uploads) {
        String is = upload.header(header.getKey());
        check(
            header.getValue().asString().equals(is),
            header.getKey() + " is " + is + ", expected " + header.getValue());
      }
    }
  }

  /** What events, and bodies as a whole, have among their members. */
  private void members() {
    List<JsonNode> events = new ArrayList<>();
    uploads.stream().filter(Upload::isTaken).forEach(upload -> events.addAll(upload.events()));
    JsonNode wanted = expect.path("members");
    check(events.size() >= wanted.size(), "too few events for " + wanted);
    for (int i = 0; i < wanted.size() && i < events.size(); i++) {
      contains(events.get(i), wanted.path(i), "event " + (i + 1));
    }
    for (Upload upload : uploads) {
      contains(upload.json(), expect.path("body"), "the body");
    }
  }

  private void contains(JsonNode whole, JsonNode part, String what) {
    for (var member : part.properties()) {
      JsonNode is = whole.path(member.getKey());
      check(
          is.equals(member.getValue()),
          what + ": " + member.getKey() + " is " + is + ", expected " + member.getValue());
    }
  }

  private void places() {
    if (expect.has("server")) {
      String wanted = expect.path("server").asString();
      check(
          uploads.stream().allMatch(upload -> upload.server().equals(wanted)),
          "uploads did not go to the " + wanted + " server");
    }
    if (test.hasSettings()) {
      int asked = observed.settingsPaths().size();
      int most = expect.path("settingsAtMost").asInt(Integer.MAX_VALUE);
      check(asked >= 1 && asked <= most, "settings were asked for " + asked + " times");
      check(
          observed.settingsPaths().stream().allMatch(path -> path.contains(Case.WRITE_KEY)),
          "settings of another source: " + observed.settingsPaths());
    }
  }
}
