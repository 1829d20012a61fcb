package dev.heed.guide;

import static dev.heed.testing.CallAssert.assertCall;
import static dev.heed.testing.PlanAssert.assertPlan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.hint.Hint;
import dev.heed.hint.HintFormat;
import dev.heed.hint.HintReader;
import dev.heed.hint.Hints;
import dev.heed.jdk.HeedRequest;
import dev.heed.observe.AttemptReport;
import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import dev.heed.observe.RetryDecision;
import dev.heed.stage.Stage;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubResponse;
import dev.heed.testing.VirtualTime;
import dev.heed.testing.junit.HeedExtension;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code that docs/index.md shows. */
@ExtendWith(HeedExtension.class)
final class GuideTest {

  private static final URI ORDERS = URI.create("https://api.example.com/orders");
  private static final Reply BUSY = Reply.status(503).header("Retry-After", "1");

  private final HttpRequest request = HttpRequest.newBuilder(ORDERS).build();
  private final HttpRequest post =
      HttpRequest.newBuilder(ORDERS).POST(BodyPublishers.ofString("x")).build();
  private final Tokens tokens = new Tokens();

  /** The same plan on the clock of the test. */
  private static HttpResponse<String> send(StubHttpClient stub, Heed plan, HttpRequest request)
      throws Exception {
    return stub.client(plan).send(request, BodyHandlers.ofString());
  }

  @Test
  void aReportCanBeRead(StubHttpClient stub) throws Exception {
    stub.on(Route.get("/orders"), BUSY, Reply.status(404));
    HttpClient client = stub.client();
    // snippet: guide-report
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    CallReport report = CallReport.of(response); // the plan was built with reports(true)
    for (AttemptReport attempt : report.attempts()) {
      System.out.println(attempt); // number, status or failure, what was decided and why
    }
    report.gaveUpBecause().ifPresent(why -> System.out.println(why + ": " + report.explanation()));
    // end

    assertThat(report.attempts()).hasSize(2);
    assertThat(report.explanation()).isNotEmpty();
  }

  @Test
  void anSdkHasOnePlan(StubHttpClient stub) throws Exception {
    stub.on(
        Route.get("/orders/7"), Reply.status(503).header("X-Acme-Wait-Ms", "1"), Reply.text("ok"));

    assertThat(new AcmeApi(stub).order(7)).isEqualTo("ok");
    assertThat(new AcmeApi()).isNotNull();
  }

  @Test
  void aRequestHasSettingsOfItsOwn(StubHttpClient stub) throws Exception {
    stub.on(Route.get("/orders"), BUSY, BUSY, Reply.text("ok"), Reply.text("ok"));
    // snippet: guide-request
    HttpRequest once = HeedRequest.from(request).maxRetries(0).build();
    HttpRequest patient =
        HeedRequest.from(request).maxRetries(8).callTimeout(Duration.ofMinutes(5)).build();
    HttpRequest watched = HeedRequest.from(request).report(true).build();
    // end

    HttpClient client = stub.client();
    assertThat(client.send(once, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
    assertThat(client.send(patient, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertCall(client.send(watched, BodyHandlers.ofString())).sends(1);
  }

  @Test
  void aServerThatRemovesDuplicatesIsVouchedFor() {
    // snippet: guide-idempotency
    Heed plan = Heed.builder("payments").perCall(Stages.deduplicatedByServer()).build();
    // end

    assertPlan(plan).outsideRetry("idempotency key (the server deduplicates)");
  }

  @Test
  void eachAttemptIsSigned(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(Route.get("/orders"), BUSY, Reply.text("ok"));
    // snippet: guide-signer
    Stage signer =
        Stages.signer(
            request -> {
              String date = DateTimeFormatter.ISO_INSTANT.format(request.time().now());
              request.setHeader("X-Acme-Date", date);
              request.setHeader("X-Acme-Signature", sign(request.method(), request.uri(), date));
            });
    Heed plan = Heed.builder("acme").perAttempt(signer).build();
    // end

    assertPlan(plan).insideRetry("request signer");
    send(stub, Heed.builder("acme").perAttempt(signer).time(time).build(), request);
    assertThat(stub.request(1).header("X-Acme-Date")).contains("2026-03-01T12:00:00Z");
    assertThat(stub.request(2).header("X-Acme-Date")).contains("2026-03-01T12:00:01Z");
  }

  private static String sign(String method, URI uri, String date) {
    return Integer.toHexString((method + uri + date).hashCode());
  }

  @Test
  void aTokenThatExpiredIsRefreshed(StubHttpClient stub) throws Exception {
    stub.on(Route.get("/orders"), Reply.status(401), Reply.text("ok"));
    // snippet: guide-tokens
    Heed plan =
        Heed.builder("acme")
            .perAttempt(Stages.bearer(tokens::current))
            .reauthenticate(request -> tokens.refresh()) // a CompletionStage
            .build();
    // end

    assertThat(send(stub, plan, request).body()).isEqualTo("ok");
    assertThat(stub.request(2).header("Authorization")).contains("Bearer T2");
  }

  @Test
  void aBodyThatCanBeReadOnceHasThreeWaysOut() {
    HttpRequest large = post;
    // snippet: guide-bodies
    HeedRequest.Builder builder = HeedRequest.from(large);
    builder.bodySupplier(() -> BodyPublishers.ofInputStream(this::open)); // a new one each time
    builder.sendOnce(true); // or: once, as it is
    builder.maxRetries(0); // or: not eligible for retries
    // end

    assertThat(builder.build().method()).isEqualTo("POST");
  }

  private InputStream open() {
    return new ByteArrayInputStream("x".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aDialectCanBeOnesOwn() {
    // snippet: guide-dialect
    HintReader reader =
        Hints.header("X-Wait-Until", HintFormat.UNIX_SECONDS).orElse(Hints.retryAfter());
    HintReader byHand =
        (head, now) ->
            head.status() == 420 && head.values("X-Calm-Down").size() == 1
                ? Hint.waitFor(
                    Duration.ofSeconds(10), "X-Calm-Down", head.values("X-Calm-Down").get(0))
                : Hint.none();
    // end

    assertThat(reader.read(StubResponse.of(429).withHeader("Retry-After", "7")))
        .contains(Duration.ofSeconds(7));
    assertThat(byHand.read(StubResponse.of(420).withHeader("X-Calm-Down", "please")))
        .contains(Duration.ofSeconds(10));
  }

  @Test
  void aTestTakesNoTime(StubHttpClient stub, VirtualTime time) throws Exception {
    // snippet: guide-tests
    stub.on(Route.get("/orders"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));

    HttpResponse<String> response = stub.client().send(request, BodyHandlers.ofString());

    assertCall(response).sends(2).waited(Duration.ofSeconds(7));
    // end
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aListenerLearnsOfEachStep(StubHttpClient stub, VirtualTime time) throws Exception {
    stub.on(Route.get("/orders"), BUSY, Reply.text("ok"));
    LongAdder retries = new LongAdder();
    // snippet: guide-listener
    CallListener counting =
        new CallListener() {
          @Override
          public void retryDecided(CallInfo call, AttemptReport attempt, RetryDecision decision) {
            if (decision.again()) {
              retries.increment();
            }
          }
        };
    Heed.Builder plan = Heed.builder("acme").listener(counting);
    // end

    send(stub, plan.time(time).build(), request);
    assertThat(retries.sum()).isEqualTo(1);
  }
}
