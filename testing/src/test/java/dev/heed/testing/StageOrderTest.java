package dev.heed.testing;

import static dev.heed.testing.PlanAssert.assertPlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.Stages;
import dev.heed.jdk.HeedRequest;
import dev.heed.retry.RetryMethods;
import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import dev.heed.transport.BodyTooLargeException;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two sends fail and the third succeeds: where a stage stands decides how often it runs and what it
 * sees.
 */
final class StageOrderTest {

  private static final URI ORDERS = URI.create("https://api.example.com/orders");
  private static final HttpRequest GET = HttpRequest.newBuilder(ORDERS).build();

  /** The two ways to make a call. */
  enum Way {
    BLOCKING {
      @Override
      HttpResponse<String> call(HttpClient client, HttpRequest request, VirtualTime time)
          throws Exception {
        return client.send(request, BodyHandlers.ofString());
      }
    },
    ASYNCHRONOUS {
      @Override
      HttpResponse<String> call(HttpClient client, HttpRequest request, VirtualTime time)
          throws Exception {
        CompletableFuture<HttpResponse<String>> call =
            client.sendAsync(request, BodyHandlers.ofString());
        time.advance(Duration.ofMinutes(1));
        try {
          return call.get();
        } catch (ExecutionException e) {
          throw e.getCause() instanceof Exception cause ? cause : e;
        }
      }
    };

    abstract HttpResponse<String> call(HttpClient client, HttpRequest request, VirtualTime time)
        throws Exception;
  }

  /** Notes how often it runs, on which requests, and how each ended. */
  private static final class Witness implements Stage {

    private final Set<StageRequest> requests =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final List<String> outcomes = new CopyOnWriteArrayList<>();

    @Override
    public CompletionStage<?> prepare(StageRequest request) {
      requests.add(request);
      return Stage.done();
    }

    @Override
    public void ended(StageRequest request, Outcome outcome) {
      outcomes.add(outcome.toString());
    }

    @Override
    public String name() {
      return "witness";
    }
  }

  private final VirtualTime time = new VirtualTime().seed(1);
  private final StubHttpClient stub = new StubHttpClient(time);
  private final Witness witness = new Witness();

  @BeforeEach
  void failTwice() {
    stub.on(Route.any("/orders"), Reply.status(503), Reply.status(503), Reply.text("ok"));
  }

  private Heed.Builder plan() {
    return Heed.builder("acme").time(time);
  }

  private HttpResponse<String> call(Way way, Heed.Builder plan, HttpRequest request)
      throws Exception {
    return way.call(stub.client(plan.build()), request, time);
  }

  private List<List<String>> sent(String header) {
    return stub.requests().stream().map(sent -> sent.headers().allValues(header)).toList();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C1")
  void aStageOfTheCallSeesOneCallAndItsFinalAnswer(Way way) throws Exception {
    assertThat(call(way, plan().perCall(witness), GET).statusCode()).isEqualTo(200);

    assertThat(stub.requests()).hasSize(3);
    assertThat(witness.requests).hasSize(1);
    assertThat(witness.outcomes).containsExactly("200");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C1")
  void aStageOfTheAttemptSeesEachSendAndItsAnswer(Way way) throws Exception {
    call(way, plan().perAttempt(witness), GET);

    assertThat(witness.requests).hasSize(3);
    assertThat(witness.outcomes).containsExactly("503", "503", "200");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B1")
  void aHeaderSetPerAttemptHasOneValueOnEach(Way way) throws Exception {
    AtomicInteger count = new AtomicInteger();
    HttpRequest request = HttpRequest.newBuilder(ORDERS).header("X-Date", "the caller's").build();

    call(
        way,
        plan()
            .perAttempt(
                Stage.of("date", sent -> sent.setHeader("X-Date", "d" + count.incrementAndGet()))),
        request);

    assertThat(sent("X-Date")).containsExactly(List.of("d1"), List.of("d2"), List.of("d3"));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C5")
  void anIdempotencyKeyIsTheSameOnAllSends(Way way) throws Exception {
    HttpRequest post = HttpRequest.newBuilder(ORDERS).POST(BodyPublishers.ofString("{}")).build();

    call(way, plan().perCall(Stages.deduplicatedByServer()), post);

    List<List<String>> keys = sent("Idempotency-Key");
    assertThat(keys).hasSize(3).containsOnly(keys.get(0));
    assertThat(keys.get(0)).singleElement().asString().isNotBlank();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("Z4")
  void eachHedgeHasARequestOfItsOwn(Way way) throws Exception {
    Heed.Builder plan =
        plan()
            .hedge(hedge -> hedge.maxHedges(2).delay(Duration.ofSeconds(-1)))
            .perCall(Stages.idempotencyKey())
            .perAttempt(witness)
            .perAttempt(Stages.traceParent());

    assertThat(call(way, plan, GET).body()).isEqualTo("ok");

    assertThat(witness.requests).hasSize(3);
    List<List<String>> spans = sent("traceparent");
    assertThat(spans).hasSize(3).doesNotHaveDuplicates();
    assertThat(spans).allSatisfy(values -> assertThat(values).hasSize(1));
    assertThat(sent("Idempotency-Key")).hasSize(3).containsOnly(sent("Idempotency-Key").get(0));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("Z2")
  void hedgesSideBySideHaveRequestsOfTheirOwnToo(Way way) throws Exception {
    stub.on(Route.get("/slow"), Reply.stall(), Reply.stall(), Reply.text("ok"));
    HttpRequest slow = HttpRequest.newBuilder(ORDERS.resolve("/slow")).build();
    Heed.Builder plan =
        plan()
            .hedge(hedge -> hedge.maxHedges(2).delay(Duration.ofSeconds(1)))
            .perAttempt(witness)
            .perAttempt(Stages.attemptNumber("X-Retry-Count"));

    assertThat(call(way, plan, slow).body()).isEqualTo("ok");

    assertThat(witness.requests).hasSize(3);
    assertThat(sent("X-Retry-Count")).containsExactly(List.of(), List.of("1"), List.of("2"));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("C2")
  void aDefaultRetryStandsInsideAClientsStageOfTheCall(Way way) throws Exception {
    HeedRegistry registry =
        HeedRegistry.of(
            ClientSettings.builder()
                .client("acme", plan -> plan.perCall(witness))
                .defaults(plan -> plan.time(time).retry(retry -> retry.maxRetries(2)))
                .build());
    Heed plan = registry.plan("acme");

    assertThat(way.call(stub.client(plan), GET, time).body()).isEqualTo("ok");

    assertPlan(plan).inOrder("witness", "retry").sendsAtMost(3);
    assertThat(witness.outcomes).containsExactly("200");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B3")
  void aOneShotStreamThatCannotBeKeptIsRefusedBeforeItIsSent(Way way) {
    assertThatThrownBy(() -> call(way, small(), upload()))
        .isInstanceOf(BodyTooLargeException.class)
        .hasMessageContaining("sendOnce");
    assertThat(stub.requests()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B3")
  void aOneShotStreamIsSentOnceWhereTheCallerSaysSo(Way way) throws Exception {
    HttpRequest once = HeedRequest.from(upload()).sendOnce(true).build();

    assertThat(call(way, small(), once).statusCode()).isEqualTo(503);
    assertThat(stub.requests())
        .singleElement()
        .extracting(RecordedRequest::text)
        .isEqualTo("12345");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B2")
  void aOneShotStreamThatCanBeKeptIsTheSameOnAllSends(Way way) throws Exception {
    call(way, plan().retry(retry -> retry.methods(RetryMethods.idempotent())), upload());

    List<String> bodies = new ArrayList<>();
    stub.requests().forEach(sent -> bodies.add(sent.text()));
    assertThat(bodies).containsExactly("12345", "12345", "12345");
  }

  /** Keeps bodies of up to 4 bytes. */
  private Heed.Builder small() {
    return plan().bodyBuffer(4, 4).retry(retry -> retry.methods(RetryMethods.idempotent()));
  }

  private static HttpRequest upload() {
    ByteArrayInputStream once = new ByteArrayInputStream(new byte[] {'1', '2', '3', '4', '5'});
    return HttpRequest.newBuilder(ORDERS).PUT(BodyPublishers.ofInputStream(() -> once)).build();
  }
}
