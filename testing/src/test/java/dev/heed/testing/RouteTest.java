package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.entry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X1")
class RouteTest {

  private static RecordedRequest request(String method, String uri, String body, String... lines) {
    List<Heads.Line> fields = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(": ");
      fields.add(new Heads.Line(parts[0], parts[1]));
    }
    return new RecordedRequest(
        method,
        URI.create(uri),
        Heads.headers(fields),
        body.getBytes(StandardCharsets.UTF_8),
        new RecordedRequest.Arrival(1, 1, 0, Instant.EPOCH, Duration.ZERO),
        Map.of());
  }

  private static RecordedRequest get(String uri) {
    return request("GET", uri, "");
  }

  private static RecordedRequest post(String body, String... lines) {
    return request("POST", "http://api.test/orders", body, lines);
  }

  private static List<String> mismatches(Route route, RecordedRequest request) {
    return route.fit(request).mismatches();
  }

  @ParameterizedTest
  @CsvSource({
    "/orders, http://api.test/orders",
    "/orders, http://api.test/orders?full=true",
    "/, http://api.test/",
    "/, http://api.test",
    "/orders/{id}, http://api.test/orders/7",
    "/orders/{id}, http://api.test/orders/a%2Fb",
    "/a b, http://api.test/a%20b",
    "/a%20b, http://api.test/a%20b",
    "/a+b, http://api.test/a+b",
    "/files/{name}.json, http://api.test/files/x.y.json",
    "/compare/{base}...{head}, http://api.test/compare/v1...v2",
    "/orders/*/items, http://api.test/orders/7/items",
    "/files/*, http://api.test/files/a/b/c",
    "/files/*, http://api.test/files/",
    "*, http://api.test/whatever/there/is",
    "*, http://api.test",
    "http://api.test/orders, http://api.test/orders",
    "http://api.test/orders, http://API.test:80/orders",
    "https://api.test/{what}, https://api.test:443/orders",
    "http://api.test, http://api.test/"
  })
  void templateMatches(String template, String uri) {
    assertThat(mismatches(Route.get(template), get(uri))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/orders, http://api.test/order",
    "/orders, http://api.test/orders/",
    "/orders, http://api.test/Orders",
    "/orders/{id}, http://api.test/orders/",
    "/orders/{id}, http://api.test/orders/7/items",
    "/orders/*/items, http://api.test/orders//items",
    "/files/*, http://api.test/files",
    "http://api.test/orders, https://api.test/orders",
    "http://api.test/orders, http://other.test/orders",
    "http://api.test/orders, http://api.test:8080/orders"
  })
  void templateDoesNotMatch(String template, String uri) {
    String path = URI.create(uri).getRawPath();
    assertThat(mismatches(Route.get(template), get(uri))).containsExactly("the path is " + path);
  }

  @Test
  void namesAreReadBackDecodedAndInTheirOrder() {
    Route route = Route.get("/repos/{owner}/{repo}/compare/{base}...{head}");
    Map<String, String> variables =
        route.fit(get("http://api.test/repos/a%20b/c/compare/1...2")).variables();
    assertThat(variables)
        .containsExactly(
            entry("owner", "a b"), entry("repo", "c"), entry("base", "1"), entry("head", "2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders | it has to start with / or with http:// or https://, or to be * alone",
        "'' | it has to start with / or with http:// or https://, or to be * alone",
        "ftp://x/y | it has to start with / or with http:// or https://, or to be * alone",
        "http://api test/ | no URI starts with http://api test",
        "/a?b=1 | a template ends with the path; for the query there is query(name, value)",
        "/a#b | a template ends with the path; for the query there is query(name, value)",
        "/a/{id | { without }",
        "/a/id} | } without {",
        "/a/{} | {} is no name: letters, digits and _ . - after a letter or _",
        "/a/{id:[0-9]+} | {id:[0-9]+} is no name: letters, digits and _ . - after a letter or _",
        "/{id}/{id} | {id} is there twice",
        "/{a}{b} | nothing stands between two names, so nobody knows where one ends",
        "/a/b*/c | * stands for a whole segment, but here it is a part of b*",
      })
  void malformedTemplateSaysWhatIsWrong(String template, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Route.get(template))
        .withMessage("malformed template \"" + template + "\": " + why);
  }

  @Test
  void nullIsRefusedByName() {
    assertThatNullPointerException().isThrownBy(() -> Route.get(null)).withMessage("template");
    assertThatNullPointerException().isThrownBy(() -> Route.of(null, "/")).withMessage("method");
    assertThatNullPointerException()
        .isThrownBy(() -> Route.get("/").query("a", null))
        .withMessage("value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G T", "GET\r\n"})
  void methodIsAToken(String method) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Route.of(method, "/"))
        .withMessage("no method has this name: \"" + method + "\"");
  }

  @Test
  void eachFactoryHasItsMethod() {
    assertThat(
            List.of(
                Route.get("/"),
                Route.post("/"),
                Route.put("/"),
                Route.delete("/"),
                Route.patch("/"),
                Route.head("/"),
                Route.of("QUERY", "/"),
                Route.any("/")))
        .extracting(Route::toString)
        .containsExactly(
            "GET /", "POST /", "PUT /", "DELETE /", "PATCH /", "HEAD /", "QUERY /", "any /");
  }

  @Test
  void methodIsCompared() {
    assertThat(mismatches(Route.post("/a"), get("http://api.test/a")))
        .containsExactly("the method is GET");
    assertThat(mismatches(Route.any("/a"), get("http://api.test/a"))).isEmpty();
  }

  @Test
  void queryIsContainedAndDecoded() {
    Route route = Route.get("/a").query("q", "x y").query("tag", "b");
    assertThat(mismatches(route, get("http://api.test/a?tag=a&q=x+y&tag=b"))).isEmpty();
    assertThat(mismatches(route, get("http://api.test/a?q=x%20y&tag=b&more"))).isEmpty();
    assertThat(mismatches(route, get("http://api.test/a?q=z&tag=b")))
        .containsExactly("the query is q=z&tag=b");
    assertThat(mismatches(route, get("http://api.test/a")))
        .containsExactly("the query is absent", "the query is absent");
  }

  @Test
  void exactQueryIsASetInAnyOrder() {
    Route route = Route.get("/a").exactQuery("tag=a&page=2&tag=b");
    assertThat(mismatches(route, get("http://api.test/a?page=2&tag=b&tag=a"))).isEmpty();
    assertThat(mismatches(route, get("http://api.test/a?page=2&tag=b")))
        .containsExactly("the query is page=2&tag=b");
    assertThat(mismatches(Route.get("/a").exactQuery(""), get("http://api.test/a"))).isEmpty();
    assertThat(mismatches(Route.get("/a").exactQuery(""), get("http://api.test/a?b=1")))
        .containsExactly("the query is b=1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Route.get("/a").exactQuery("?a=1"))
        .withMessage("the query is given without its question mark: ?a=1");
  }

  @Test
  void oneOfSeveralHeaderLinesIsEnough() {
    Route route = Route.post("/orders").header("x-tag", "b");
    assertThat(mismatches(route, post("", "X-Tag: a", "X-Tag: b"))).isEmpty();
    assertThat(mismatches(route, post("", "X-Tag: a", "X-Tag: c")))
        .containsExactly("header x-tag is a and c");
    assertThat(mismatches(route, post(""))).containsExactly("header x-tag is absent");
  }

  @Test
  void bodyIsExactText() {
    Route route = Route.post("/orders").body("äpfel");
    assertThat(mismatches(route, post("äpfel"))).isEmpty();
    assertThat(mismatches(route, post("apfel"))).containsExactly("the body is \"apfel\"");
    assertThat(mismatches(route, post(""))).containsExactly("the body is empty");
  }

  @Test
  void longBodyIsShownInPart() {
    assertThat(mismatches(Route.post("/orders").body("x"), post("a".repeat(1_000))))
        .containsExactly("the body is \"" + "a".repeat(60) + "...\" (1000 characters)");
  }

  @Test
  void jsonBodyIsComparedWithoutLayout() {
    Route route = Route.post("/orders").json("{ \"a\" : \"x y\\\" z\" }");
    assertThat(mismatches(route, post("{\"a\":\n\t\"x y\\\" z\"}"))).isEmpty();
    assertThat(mismatches(route, post("{\"a\":\"xy\\\" z\"}"))).hasSize(1);
    assertThat(mismatches(route, post(""))).containsExactly("the body is empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Route.post("/orders").json("{\"a"))
        .withMessage("this is not JSON: \"{\"a\"");
  }

  @Test
  void formFieldIsContainedInAForm() {
    Route route = Route.post("/orders").form("name", "A & B");
    String type = "Content-Type: application/x-www-form-urlencoded; charset=utf-8";
    assertThat(mismatches(route, post("x=1&name=A+%26+B", type))).isEmpty();
    assertThat(mismatches(route, post("name=A", type))).containsExactly("the form is \"name=A\"");
    assertThat(mismatches(route, post("name=A+%26+B")))
        .containsExactly("the Content-Type is absent and not application/x-www-form-urlencoded");
  }

  @Test
  void conditionSeesTheVariables() {
    Route route =
        Route.get("/orders/{id}").where("an even id", r -> r.variable("id").matches("\\d*[02468]"));
    assertThat(mismatches(route, get("http://api.test/orders/8"))).isEmpty();
    assertThat(mismatches(route, get("http://api.test/orders/7")))
        .containsExactly("not so: an even id");
  }

  @Test
  void conditionIsNotAskedWhenMethodOrPathDiffer() {
    Route route =
        Route.get("/a")
            .where(
                "never",
                r -> {
                  throw new AssertionError("asked");
                });
    assertThat(mismatches(route, get("http://api.test/b"))).hasSize(1);
    assertThat(mismatches(route, request("POST", "http://api.test/a", ""))).hasSize(1);
  }

  @Test
  void failingConditionIsNamed() {
    Route route = Route.get("/a").where("signed", r -> r.variable("key").isEmpty());
    assertThatIllegalStateException()
        .isThrownBy(() -> route.fit(get("http://api.test/a")))
        .withMessage(
            "the condition \"signed\" of the route GET /a with signed failed on GET"
                + " http://api.test/a")
        .withStackTraceContaining(
            "no {key} in the route of GET http://api.test/a; it has no names");
  }

  @Test
  void routeSaysWhatItAsksFor() {
    Route route =
        Route.post("/orders/{id}")
            .query("full", "true")
            .exactQuery("")
            .header("Accept", "text/plain")
            .body("x")
            .json("{ }")
            .form("a", "b")
            .where("signed", r -> true)
            .reusable();
    assertThat(route)
        .hasToString(
            "POST /orders/{id} with query full=true, no query, header Accept: text/plain, body"
                + " \"x\", JSON body \"{}\", form field a=b, signed (reusable)");
    assertThat(Route.fallback()).hasToString("fallback");
  }

  @Test
  void fallbackIsReusableAsItIs() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Route.fallback().reusable())
        .withMessage("the fallback is reusable as it is");
  }
}
