package dev.heed.verify.e2e;

import dev.heed.time.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the wrong command sends. */
final class Wire {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final TimeSource TIME = TimeSource.system();

  private final Set<Fault> faults;
  private final String key;
  private String host;
  private int uploads;
  private int retries;

  Wire(Set<Fault> faults, String key, String host) {
    this.faults = faults;
    this.key = key;
    this.host = host;
  }

  void moveTo(String apiHost) {
    host = apiHost.replaceAll("/v1$", "");
  }

  /** The settings of the source. */
  JsonNode settings(String cdn) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(cdn + "/projects/" + key + "/settings"))
            .timeout(Duration.ofMillis(faults.contains(Fault.NEEDS_SETTINGS_SOON) ? 500 : 4000))
            .build();
    HttpResponse<byte[]> response = CLIENT.send(request, BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException("settings: " + response.statusCode());
    }
    return Json.read(response.body());
  }

  /** The answer, or null when there was none. */
  @Nullable HttpResponse<byte[]> send(Attempted batch) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(host + "/v1/batch"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body(batch)));
    authorization(batch).ifPresent(value -> request.header("Authorization", value));
    retryCount(batch).ifPresent(value -> request.header("X-Retry-Count", value));
    uploads++;
    batch.attempts++;
    try {
      HttpResponse<byte[]> response = CLIENT.send(request.build(), BodyHandlers.ofByteArray());
      batch.counted++;
      retries += response.statusCode() / 100 == 2 ? 0 : 1;
      return response;
    } catch (IOException e) {
      batch.counted += faults.contains(Fault.COUNTS_NO_LOST_ANSWERS) ? 0 : 1;
      return null;
    }
  }

  private byte[] body(Attempted batch) {
    if (faults.contains(Fault.NO_BATCH)) {
      return "{\"batch\":".getBytes(StandardCharsets.UTF_8);
    }
    ObjectNode body = Json.object();
    ArrayNode events = body.putArray("batch");
    for (ObjectNode event : batch.events) {
      if (faults.contains(Fault.NEW_ID_FOR_EACH_ATTEMPT)) {
        event.put("messageId", UUID.randomUUID().toString());
      }
      if (faults.contains(Fault.NEW_TIME_FOR_EACH_ATTEMPT)) {
        event.put("timestamp", TIME.now().toString());
      }
      events.add(event);
    }
    body.put("sentAt", TIME.now().toString());
    if (!faults.contains(Fault.NO_WRITE_KEY)) {
      body.put("writeKey", key);
    }
    Charset charset =
        faults.contains(Fault.LATIN_1) ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    return body.toString().getBytes(charset);
  }

  private Optional<String> authorization(Attempted batch) {
    boolean missing =
        faults.contains(Fault.NO_AUTHORIZATION)
            || (faults.contains(Fault.AUTHORIZES_FIRST_ATTEMPT_ONLY) && batch.attempts > 0)
            || (faults.contains(Fault.AUTHORIZES_FIRST_UPLOAD_ONLY) && uploads > 0);
    String user = faults.contains(Fault.NO_COLON) ? key : key + ":";
    return missing
        ? Optional.empty()
        : Optional.of(
            "Basic "
                + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.US_ASCII)));
  }

  private Optional<String> retryCount(Attempted batch) {
    int count = batch.counted - (faults.contains(Fault.COUNTS_NO_PAUSES) ? batch.pauses : 0);
    if (faults.contains(Fault.COUNTS_ALL_BATCHES)) {
      count = retries;
    }
    if (faults.contains(Fault.COUNT_STAYS_ONE)) {
      count = Math.min(1, count);
    }
    return count > 0 || faults.contains(Fault.COUNTS_FROM_ZERO)
        ? Optional.of(Integer.toString(count))
        : Optional.empty();
  }
}
