package dev.heed.testing;

import static dev.heed.testing.Requests.get;
import static dev.heed.testing.Requests.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X1")
class RecordedRequestTest {

  private static RecordedRequest received(Route route, HttpRequest request)
      throws IOException, InterruptedException {
    StubHttpClient stub = new StubHttpClient().on(route, Reply.status(200));
    stub.send(request, BodyHandlers.discarding());
    return stub.request(1);
  }

  @Test
  void unknownVariableIsToldWithTheNamesThatThereAre() throws Exception {
    RecordedRequest request = received(Route.get("/{owner}/{repo}"), get("/a/b"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.variable("id"))
        .withMessage("no {id} in the route of GET http://api.test/a/b; its names: [owner, repo]");
    assertThatNullPointerException().isThrownBy(() -> request.variable(null)).withMessage("name");
    assertThatNullPointerException().isThrownBy(() -> request.query(null)).withMessage("name");
  }

  @Test
  void bodyThatIsNotJsonIsToldFrom() throws Exception {
    for (String body : new String[] {"", "  ", "{\"open"}) {
      RecordedRequest request = received(Route.post("/a"), post("/a", body));
      assertThatIllegalStateException()
          .isThrownBy(request::json)
          .withMessage("the body of POST http://api.test/a is not JSON");
    }
  }

  @Test
  void bytesAreACopy() throws Exception {
    RecordedRequest request = received(Route.post("/a"), post("/a", "x"));
    request.bytes()[0] = 'y';
    assertThat(request.text()).isEqualTo("x");
  }

  @Test
  void withoutABodyThereIsNone() throws Exception {
    RecordedRequest request = received(Route.get("/a"), get("/a"));
    assertThat(request.bytes()).isEmpty();
    assertThat(request.text()).isEmpty();
    assertThat(request.subscriptions()).isZero();
    assertThat(request.variables()).isEmpty();
  }

  @Test
  void firstOfSeveralQueryParametersCounts() throws Exception {
    RecordedRequest request = received(Route.get("/a"), get("/a?tag=x+y&tag=z&flag&bad=%25zz"));
    assertThat(request.query("tag")).contains("x y");
    assertThat(request.query("flag")).contains("");
    assertThat(request.query("bad")).contains("%zz");
  }
}
