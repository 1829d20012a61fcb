package dev.heed.verify.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heed.jdk.HeedHttpClient;
import dev.heed.verify.openapi.sync.ApiClient;
import dev.heed.verify.openapi.sync.ApiException;
import dev.heed.verify.openapi.sync.api.ParcelsApi;
import dev.heed.verify.openapi.sync.api.ServiceApi;
import dev.heed.verify.openapi.sync.model.NewParcel;
import dev.heed.verify.openapi.sync.model.ParcelChange;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;

/** What the generated blocking client gains from Heed, and what stays its own. */
class SyncRetryTest {

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = Clients.sync(server);
  private final ParcelsApi parcels = new ParcelsApi(client);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  @Tag("R1")
  void aReadIsRetriedUntilItSucceeds() throws Exception {
    server.answers(Answer.comeBack(), Answer.comeBack(), Answer.json(200, Samples.PARCEL));

    assertThat(parcels.getParcel("7").getRecipient()).isEqualTo("Ada");
    assertThat(server.received(3)).hasSize(3).allMatch(r -> r.line().equals("GET /v1/parcels/7"));
  }

  @Test
  @Tag("R3")
  void aProbeIsRetried() throws Exception {
    server.answers(Answer.empty(503), Answer.empty(200));

    assertThat(parcels.probeParcelWithHttpInfo("7").getStatusCode()).isEqualTo(200);
    assertThat(server.received(2)).hasSize(2).allMatch(r -> r.method().equals("HEAD"));
  }

  @Test
  @Tag("R7")
  void theLastAnswerSurfacesWhenAllAttemptsFail() throws Exception {
    server.answers(Answer.comeBack(), Answer.comeBack(), Answer.comeBack());
    server.answers(Answer.json(503, "{\"title\":\"the last\"}"));

    ApiException failure = failureOf(() -> parcels.getParcel("7"));
    assertThat(failure.getCode()).isEqualTo(503);
    assertThat(failure.getResponseBody()).isEqualTo("{\"title\":\"the last\"}");
    assertThat(server.received(4)).hasSize(4);
  }

  @TestFactory
  @Tag("R3")
  Stream<DynamicTest> writesAreSentOnceAndTheirFailureSurfaces() {
    Map<String, ThrowingCallable> writes =
        Map.of(
            "POST /v1/parcels", () -> parcels.registerParcel(ada(), null),
            "POST /v1/batches", () -> new ServiceApi(client).registerBatch(List.of(ada())),
            "PUT /v1/parcels/7", () -> parcels.replaceParcel("7", ada()),
            "PATCH /v1/parcels/7", () -> parcels.changeParcel("7", new ParcelChange()),
            "DELETE /v1/parcels/7", () -> parcels.deleteParcel("7"));
    return DynamicTest.stream(
        writes.entrySet().stream(), Map.Entry::getKey, w -> sentOnce(w.getKey(), w.getValue()));
  }

  private void sentOnce(String line, ThrowingCallable write) throws InterruptedException {
    server.answers(Answer.comeBack());

    ApiException failure = failureOf(write);
    assertThat(failure.getCode()).isEqualTo(503);
    assertThat(failure.getResponseBody()).isEqualTo("{\"title\":\"busy\"}");
    assertThat(failure.getResponseHeaders().firstValue("Retry-After")).contains("0");
    assertThat(server.only().line()).isEqualTo(line);
  }

  @Test
  @Tag("R3")
  void aWriteWithAnIdempotencyKeyIsRepeatedAsItWas() throws Exception {
    server.answers(Answer.comeBack(), Answer.json(201, Samples.PARCEL));

    assertThat(parcels.registerParcel(ada(), "key-1").getId()).isEqualTo("P 1/7");
    assertThat(server.received(2))
        .hasSize(2)
        .allMatch(r -> r.text().equals(Samples.NEW_PARCEL))
        .allMatch(r -> r.header("Idempotency-Key").equals(List.of("key-1")));
  }

  @Test
  @Tag("B2")
  void anUploadLargerThanAnyBufferArrivesOnceByteForByte(@TempDir Path folder) throws Exception {
    Path photo = Samples.photo(folder, 3_000_000);
    server.answers(Answer.comeBack());

    ApiException failure = failureOf(() -> parcels.uploadPhoto("7", photo.toFile(), null));
    assertThat(failure.getCode()).isEqualTo(503);
    assertThat(server.only().part("photo")).isEqualTo(Files.readAllBytes(photo));
  }

  @Test
  @Tag("B1")
  void anUploadWithAnIdempotencyKeyIsRepeatedByteForByte(@TempDir Path folder) throws Exception {
    Path photo = Samples.photo(folder, 200_000);
    server.answers(Answer.comeBack(), Answer.json(201, "{\"bytes\":200000}"));

    var key = Map.of("Idempotency-Key", "key-2");
    assertThat(parcels.uploadPhoto("7", photo.toFile(), "top", key).getBytes()).isEqualTo(200_000);
    List<Received> received = server.received(2);
    assertThat(received).hasSize(2);
    assertThat(received.get(0).part("photo")).isEqualTo(Files.readAllBytes(photo));
    assertThat(received.get(1).body()).isEqualTo(received.get(0).body());
  }

  @Test
  @Tag("O2")
  void aDownloadAfterTwoRefusalsHoldsTheBytesOfTheFileAlone() throws Exception {
    byte[] label = Samples.binary(300_000);
    server.answers(Answer.comeBack(), Answer.comeBack(), Answer.file("label.pdf", label));

    assertThat(parcels.downloadLabel("7")).hasName("label.pdf").hasBinaryContent(label);
    assertThat(server.received(3)).hasSize(3);
  }

  @Test
  @Tag("R10")
  void aDownloadThatIsCutIsAFailure() throws Exception {
    server.answers(Answer.fileCutInHalf(Samples.binary(300_000)));

    ApiException failure = failureOf(() -> parcels.downloadLabel("7"));
    assertThat(failure).hasCauseInstanceOf(IOException.class);
    assertThat(server.received(1)).hasSize(1);
  }

  @Test
  @Tag("T1")
  void theReadTimeoutEndsOneAttemptAndTheCallGoesOn() throws Exception {
    server.answers(server.stall(), Answer.json(200, Samples.PARCEL));

    assertThat(impatient().getParcel("7").getId()).isEqualTo("P 1/7");
    assertThat(server.received(2)).hasSize(2);
  }

  @Test
  @Tag("T1")
  void theReadTimeoutEndsTheCallUnlessThePlanSaysOtherwise() throws Exception {
    client.setHttpClientBuilder(HeedHttpClient.newBuilder());
    server.answers(server.stall());

    ApiException failure = failureOf(() -> impatient().getParcel("7"));
    assertThat(failure).hasCauseInstanceOf(HttpTimeoutException.class);
    assertThat(server.only().line()).isEqualTo("GET /v1/parcels/7");
  }

  @Test
  @Tag("R7")
  void aServerThatAlwaysStallsSurfacesAsATimeout() throws Exception {
    server.answers(server.stall(), server.stall(), server.stall(), server.stall());

    ApiException failure = failureOf(() -> impatient().getParcel("7"));
    assertThat(failure).hasCauseInstanceOf(HttpTimeoutException.class);
    assertThat(server.received(4)).hasSize(4);
  }

  @Test
  @Tag("R3")
  void aWriteThatTimesOutIsNotSentAgain() throws Exception {
    server.answers(server.stall());

    ApiException failure = failureOf(() -> impatient().replaceParcel("7", ada()));
    assertThat(failure).hasCauseInstanceOf(HttpTimeoutException.class);
    assertThat(server.only().line()).isEqualTo("PUT /v1/parcels/7");
  }

  @Test
  void anErrorThatIsNotPassingSurfacesAtOnce() throws Exception {
    server.answers(Answer.json(404, "{\"title\":\"unknown\"}"));

    ApiException failure = failureOf(() -> parcels.getParcel("7"));
    assertThat(failure).hasMessage("getParcel call failed with: 404 - {\"title\":\"unknown\"}");
    assertThat(server.received(1)).hasSize(1);
  }

  @Test
  void anAnswerThatCannotBeParsedIsTheGeneratedCodesOwnFailure() throws Exception {
    server.answers(Answer.json(200, "{\"id\":"));

    ApiException failure = failureOf(() -> parcels.getParcel("7"));
    assertThat(failure).hasCauseInstanceOf(JacksonException.class);
    assertThat(server.received(1)).hasSize(1);
  }

  @Test
  @Tag("B1")
  void aRequestInterceptorIsAskedOnceAndItsHeaderIsOnEveryAttempt() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    client.setRequestInterceptor(r -> r.header("X-Trace", "t" + asked.incrementAndGet()));
    server.answers(Answer.comeBack(), Answer.json(200, Samples.PARCEL));

    new ParcelsApi(client).getParcel("7");
    assertThat(server.received(2))
        .hasSize(2)
        .allMatch(r -> r.header("X-Trace").equals(List.of("t1")));
  }

  @Test
  @Tag("O2")
  void aResponseInterceptorSeesTheFinalAnswerAlone() throws Exception {
    List<Integer> seen = new CopyOnWriteArrayList<>();
    client.setResponseInterceptor(r -> seen.add(r.statusCode()));
    server.answers(Answer.comeBack(), Answer.json(200, Samples.PARCEL));

    new ParcelsApi(client).getParcel("7");
    assertThat(seen).containsExactly(200);
  }

  private ParcelsApi impatient() {
    return new ParcelsApi(client.setReadTimeout(Duration.ofMillis(250)));
  }

  private static ApiException failureOf(ThrowingCallable call) {
    return catchThrowableOfType(ApiException.class, call);
  }

  private static NewParcel ada() {
    return new NewParcel().recipient("Ada").grams(500);
  }
}
