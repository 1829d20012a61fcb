package dev.heed.verify.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.verify.openapi.async.ApiClient;
import dev.heed.verify.openapi.async.api.ParcelsApi;
import dev.heed.verify.openapi.async.api.ServiceApi;
import dev.heed.verify.openapi.async.model.NewParcel;
import dev.heed.verify.openapi.async.model.Parcel;
import dev.heed.verify.openapi.async.model.ParcelChange;
import dev.heed.verify.openapi.async.model.ParcelStatus;
import dev.heed.verify.openapi.async.model.Scan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of the specification through the generated asynchronous client. */
class AsyncOperationsTest {

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = Clients.async(server);
  private final ParcelsApi parcels = new ParcelsApi(client);
  private final ServiceApi service = new ServiceApi(client);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theConnectTimeoutReachesTheClient() {
    assertThat(client.getHttpClient().connectTimeout()).contains(Clients.CONNECT_TIMEOUT);
  }

  @Test
  void healthIsRead() throws Exception {
    server.answers(Answer.json(200, "{\"status\":\"up\"}"));

    assertThat(got(service.getHealth()).getStatus()).isEqualTo("up");
    assertThat(server.only().line()).isEqualTo("GET /v1/health");
  }

  @Test
  void aBatchIsRegistered() throws Exception {
    server.answers(Answer.json(202, "{\"accepted\":2,\"refused\":0}"));

    assertThat(got(service.registerBatch(List.of(ada(), ada()))).getAccepted()).isEqualTo(2);
    Received received = server.only();
    assertThat(received.line()).isEqualTo("POST /v1/batches");
    assertThat(received.text())
        .isEqualTo("[" + Samples.NEW_PARCEL + "," + Samples.NEW_PARCEL + "]");
  }

  @Test
  void aSearchKeepsItsTextAndItsRepeatedTags() throws Exception {
    server.answers(Answer.json(200, Samples.PARCELS));

    List<Parcel> found = got(parcels.searchParcels("käse & 100%", List.of("a b", "c")));
    assertThat(found).extracting(Parcel::getId).containsExactly("P 1/7");
    assertThat(server.only().line())
        .isEqualTo("GET /v1/search?q=k%C3%A4se%20%26%20100%25&tag=a%20b&tag=c");
  }

  @Test
  void parcelsAreListed() throws Exception {
    server.answers(Answer.json(200, Samples.PARCELS));

    assertThat(got(parcels.listParcels(ParcelStatus.MOVING, 5))).hasSize(1);
    assertThat(server.only().line()).isEqualTo("GET /v1/parcels?status=moving&limit=5");
  }

  @Test
  void aParcelIsRegisteredWithItsKey() throws Exception {
    server.answers(Answer.json(201, Samples.PARCEL));

    assertThat(got(parcels.registerParcel(ada(), "key-1")).getGrams()).isEqualTo(500);
    Received received = server.only();
    assertThat(received.line()).isEqualTo("POST /v1/parcels");
    assertThat(received.header("Idempotency-Key")).containsExactly("key-1");
    assertThat(received.text()).isEqualTo(Samples.NEW_PARCEL);
  }

  @Test
  void aParcelIsRead() throws Exception {
    server.answers(Answer.json(200, Samples.PARCEL));

    assertThat(got(parcels.getParcel("P 1/7")).getStatus()).isEqualTo(ParcelStatus.MOVING);
    assertThat(server.only().line()).isEqualTo("GET /v1/parcels/P%201%2F7");
  }

  @Test
  void aParcelIsProbed() throws Exception {
    server.answers(Answer.empty(200));

    assertThat(got(parcels.probeParcelWithHttpInfo("7")).getStatusCode()).isEqualTo(200);
    assertThat(server.only().line()).isEqualTo("HEAD /v1/parcels/7");
  }

  @Test
  void aParcelIsReplaced() throws Exception {
    server.answers(Answer.json(200, Samples.PARCEL));

    assertThat(got(parcels.replaceParcel("7", ada())).getRecipient()).isEqualTo("Ada");
    Received received = server.only();
    assertThat(received.line()).isEqualTo("PUT /v1/parcels/7");
    assertThat(received.text()).isEqualTo(Samples.NEW_PARCEL);
  }

  @Test
  void aParcelIsChanged() throws Exception {
    server.answers(Answer.json(200, Samples.PARCEL));

    got(parcels.changeParcel("7", new ParcelChange().status(ParcelStatus.DELIVERED)));
    Received received = server.only();
    assertThat(received.line()).isEqualTo("PATCH /v1/parcels/7");
    assertThat(received.text()).isEqualTo("{\"status\":\"delivered\"}");
  }

  @Test
  void aParcelIsDeleted() throws Exception {
    server.answers(Answer.empty(204));

    assertThat(got(parcels.deleteParcelWithHttpInfo("7")).getStatusCode()).isEqualTo(204);
    assertThat(server.only().line()).isEqualTo("DELETE /v1/parcels/7");
  }

  @Test
  void scansAreListed() throws Exception {
    server.answers(Answer.json(200, Samples.SCANS));

    assertThat(got(parcels.listScans("7")))
        .extracting(Scan::getAt)
        .containsExactly(OffsetDateTime.parse("2026-03-01T10:15:30+01:00"));
    assertThat(server.only().line()).isEqualTo("GET /v1/parcels/7/scans");
  }

  @Test
  void aPhotoIsUploaded(@TempDir Path folder) throws Exception {
    server.answers(Answer.json(201, "{\"bytes\":200000}"));
    Path photo = Samples.photo(folder, 200_000);

    assertThat(got(parcels.uploadPhoto("7", photo.toFile(), "left side")).getBytes())
        .isEqualTo(200_000);
    Received received = server.only();
    assertThat(received.line()).isEqualTo("POST /v1/parcels/7/photos");
    assertThat(received.part("caption")).asString().isEqualTo("left side");
    assertThat(received.part("photo")).isEqualTo(Files.readAllBytes(photo));
  }

  @Test
  void aLabelIsDownloaded() throws Exception {
    byte[] label = Samples.binary(300_000);
    server.answers(Answer.file("label.pdf", label));

    assertThat(got(parcels.downloadLabel("7"))).hasName("label.pdf").hasBinaryContent(label);
    assertThat(server.only().line()).isEqualTo("GET /v1/parcels/7/label");
  }

  private static <T> T got(CompletableFuture<T> future) throws Exception {
    return future.get(10, TimeUnit.SECONDS);
  }

  private static NewParcel ada() {
    return new NewParcel().recipient("Ada").grams(500);
  }
}
