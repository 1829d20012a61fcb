package dev.heed.testing;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a reply is for, on a {@link StubHttpClient} and on a {@link StubServer} alike:
 * {@code Route.get("/orders/{id}").query("full", "true")}.
 *
 * <p>A template is a path. {@code {name}} stands for a part of a segment that is not empty, and is
 * read back with {@link RecordedRequest#variable}; {@code *} stands for one whole segment, at the
 * end for all that follows, and alone for every path. An absolute template, {@code
 * https://api.example/orders}, asks for scheme, host and port too. The query is no part of it.
 *
 * <p>A route answers once for each reply that it was given. Such routes are tried in the order in
 * which they were given; then come {@link #reusable} ones, then the {@link #fallback}.
 *
 * <p>Immutable: each condition makes a new route.
 */
public final class Route {

  /** When a route has its turn. */
  enum Tier {
    ONCE,
    REUSABLE,
    FALLBACK
  }

  private static final int SHOWN = 60;

  private final @Nullable String method;
  private final Template template;
  private final Tier tier;
  private final List<Criterion> criteria;

  private Route(@Nullable String method, Template template, Tier tier, List<Criterion> criteria) {
    this.method = method;
    this.template = template;
    this.tier = tier;
    this.criteria = criteria;
  }

  /** For GET requests. */
  public static Route get(String template) {
    return of("GET", template);
  }

  /** For POST requests. */
  public static Route post(String template) {
    return of("POST", template);
  }

  /** For PUT requests. */
  public static Route put(String template) {
    return of("PUT", template);
  }

  /** For DELETE requests. */
  public static Route delete(String template) {
    return of("DELETE", template);
  }

  /** For PATCH requests. */
  public static Route patch(String template) {
    return of("PATCH", template);
  }

  /** For HEAD requests. */
  public static Route head(String template) {
    return of("HEAD", template);
  }

  /** For requests with any method. */
  public static Route any(String template) {
    return new Route(null, templateOf(template), Tier.ONCE, List.of());
  }

  /**
   * For requests with this method, in this letter case.
   *
   * @throws IllegalArgumentException when the method or the template is malformed
   */
  public static Route of(String method, String template) {
    Heads.checkName("method", method);
    return new Route(method, templateOf(template), Tier.ONCE, List.of());
  }

  /** For all requests that no other route answers, as often as they come. */
  public static Route fallback() {
    return new Route(null, templateOf("*"), Tier.FALLBACK, List.of());
  }

  private static Template templateOf(String template) {
    return Template.of(Objects.requireNonNull(template, "template"));
  }

  /** Answers again and again, when no route that answers once is left; verification ignores it. */
  public Route reusable() {
    if (tier == Tier.FALLBACK) {
      throw new IllegalStateException("the fallback is reusable as it is");
    }
    return new Route(method, template, Tier.REUSABLE, criteria);
  }

  private Route with(String text, Function<RecordedRequest, @Nullable String> mismatch) {
    List<Criterion> more = new ArrayList<>(criteria);
    more.add(new Criterion(text, mismatch));
    return new Route(method, template, tier, List.copyOf(more));
  }

  /** Only with this parameter in the query, both decoded, among others or alone. */
  public Route query(String name, String value) {
    Encoded.Pair wanted = pair(name, value);
    return with(
        "query " + wanted,
        request ->
            lacks(
                wanted,
                Encoded.pairs(request.uri().getRawQuery()),
                "the query is " + query(request)));
  }

  /**
   * Only with exactly these parameters in the query, in any order, each as often as it is named.
   *
   * @param query as in a URI, without the question mark: {@code "page=2&tag=a&tag=b"}; empty for a
   *     request without a query
   */
  public Route exactQuery(String query) {
    Objects.requireNonNull(query, "query");
    if (query.startsWith("?")) {
      throw new IllegalArgumentException("the query is given without its question mark: " + query);
    }
    List<String> wanted = sorted(query);
    return with(
        query.isEmpty() ? "no query" : "exactly the query " + query,
        request ->
            sorted(request.uri().getRawQuery()).equals(wanted)
                ? null
                : "the query is " + query(request));
  }

  private static List<String> sorted(@Nullable String query) {
    return Encoded.pairs(query).stream().map(Encoded.Pair::toString).sorted().toList();
  }

  private static String query(RecordedRequest request) {
    String query = request.uri().getRawQuery();
    return query == null || query.isEmpty() ? "absent" : query;
  }

  private static Encoded.Pair pair(String name, String value) {
    return new Encoded.Pair(
        Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
  }

  private static @Nullable String lacks(
      Encoded.Pair wanted, List<Encoded.Pair> pairs, String instead) {
    return pairs.contains(wanted) ? null : instead;
  }

  /** Only with this header field; of several lines one must have the value. */
  public Route header(String name, String value) {
    Heads.checkName("header", name);
    Objects.requireNonNull(value, "value");
    return with(
        "header " + name + ": " + value, request -> otherValue(request.headers(), name, value));
  }

  private static @Nullable String otherValue(HttpHeaders headers, String name, String value) {
    List<String> values = headers.allValues(name);
    if (values.contains(value)) {
      return null;
    }
    return "header " + name + " is " + (values.isEmpty() ? "absent" : String.join(" and ", values));
  }

  /** Only with exactly this text as the body. */
  public Route body(String text) {
    Objects.requireNonNull(text, "text");
    return with(
        "body " + shown(text),
        request -> request.text().equals(text) ? null : "the body is " + shown(request.text()));
  }

  /**
   * Only with this JSON as the body; blanks between its tokens do not count, the order of its
   * members does.
   */
  public Route json(String json) {
    String wanted =
        JsonText.compact(Objects.requireNonNull(json, "json"))
            .orElseThrow(() -> new IllegalArgumentException("this is not JSON: " + shown(json)));
    return with(
        "JSON body " + shown(wanted),
        request ->
            JsonText.compact(request.text()).filter(wanted::equals).isPresent()
                ? null
                : "the body is " + shown(request.text()));
  }

  /**
   * Only with this field in a form as the body, both decoded, among others or alone. The body is a
   * form when its Content-Type says {@code application/x-www-form-urlencoded}.
   */
  public Route form(String name, String value) {
    Encoded.Pair wanted = pair(name, value);
    return with(
        "form field " + wanted,
        request ->
            isForm(request)
                ? lacks(
                    wanted, Encoded.pairs(request.text()), "the form is " + shown(request.text()))
                : "the Content-Type is "
                    + Objects.requireNonNullElse(request.contentType(), "absent")
                    + " and not application/x-www-form-urlencoded");
  }

  private static boolean isForm(RecordedRequest request) {
    String type = request.contentType();
    return type != null
        && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
  }

  /**
   * Only where this holds. Called for requests whose method and path match.
   *
   * @param condition in words, for messages: "signed by the test key"
   */
  public Route where(String condition, Predicate<? super RecordedRequest> test) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(test, "test");
    return with(condition, request -> test.test(request) ? null : "not so: " + condition);
  }

  private static String shown(String text) {
    if (text.isEmpty()) {
      return "empty";
    }
    return text.length() <= SHOWN
        ? "\"" + text + "\""
        : "\"" + text.substring(0, SHOWN) + "...\" (" + text.length() + " characters)";
  }

  Tier tier() {
    return tier;
  }

  /** How this route fits a request. */
  Fit fit(RecordedRequest request) {
    List<String> mismatches = new ArrayList<>();
    boolean methodDiffers = method != null && !method.equals(request.method());
    if (methodDiffers) {
      mismatches.add("the method is " + request.method());
    }
    Map<String, String> variables = template.match(request.uri());
    if (variables == null) {
      mismatches.add("the path is " + request.uri().getRawPath());
      return new Fit(Map.of(), mismatches, Fit.OTHER_PATH + (methodDiffers ? Fit.OTHER_METHOD : 0));
    }
    int distance = methodDiffers ? Fit.OTHER_METHOD : 0;
    RecordedRequest seen = request.with(variables);
    // A condition may rely on the method, as one on the body does.
    for (Criterion criterion : methodDiffers ? List.<Criterion>of() : criteria) {
      String mismatch = criterion.check(seen, this);
      if (mismatch != null) {
        mismatches.add(mismatch);
        distance++;
      }
    }
    return new Fit(variables, mismatches, distance);
  }

  /** {@code GET /orders/{id} with query full=true}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        tier == Tier.FALLBACK ? "fallback" : (method == null ? "any" : method) + " " + template);
    String before = " with ";
    for (Criterion criterion : criteria) {
      text.append(before).append(criterion.text());
      before = ", ";
    }
    return text.append(tier == Tier.REUSABLE ? " (reusable)" : "").toString();
  }
}
