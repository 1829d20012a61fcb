package dev.heed.verify.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.testing.Reply;
import dev.heed.testing.RetryReply;
import dev.heed.testing.Route;
import dev.heed.testing.StubServer;
import dev.heed.testing.VirtualTime;
import dev.heed.testing.junit.HeedExtension;
import dev.heed.verify.openapi.sync.ApiClient;
import dev.heed.verify.openapi.sync.api.ParcelsApi;
import dev.heed.verify.openapi.sync.model.Parcel;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The test of a generated client that docs/testing.md shows. */
@ExtendWith(HeedExtension.class)
@Tag("X1")
@Tag("X3")
class TestKitTest {

  // snippet: testing-openapi
  @Test
  void aGeneratedClientComesBack(StubServer server, VirtualTime time) throws Exception {
    server.on(
        Route.get("/v1/parcels/{id}"),
        RetryReply.after(Duration.ofSeconds(7)),
        Reply.json("{\"id\": \"7\", \"recipient\": \"Ada\"}"));
    Heed plan = Heed.builder("parcels").time(time).build();
    ApiClient client = new ApiClient();
    client.setHttpClientBuilder(HeedHttpClient.newBuilder(plan)); // as in the application
    client.updateBaseUri(server.uri("/v1").toString());

    Parcel parcel = new ParcelsApi(client).getParcel("7");

    assertEquals("Ada", parcel.getRecipient());
    assertEquals(Duration.ofSeconds(7), time.elapsed());
  }

  // end
}
