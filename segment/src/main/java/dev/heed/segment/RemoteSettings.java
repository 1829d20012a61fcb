package dev.heed.segment;

import dev.heed.Heed;
import dev.heed.delivery.DeliveryListener;
import dev.heed.delivery.DeliveryQueue;
import dev.heed.delivery.policy.HttpConfig;
import dev.heed.jdk.HeedHttpClient;
import dev.heed.segment.json.JsonReader;
import dev.heed.time.TimeSource;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The settings that the service has for a source. They are wanted before the first upload, but
 * events are worth more: when they do not come in time, uploads begin without them.
 */
final class RemoteSettings {

  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = System.getLogger("dev.heed.segment");
  private static final String PLACE = "/integrations/Segment.io/httpConfig";
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  private final DeliveryQueue queue;
  private final SegmentUploader uploader;
  private final List<DeliveryListener> listeners;
  private final TimeSource time;

  RemoteSettings(
      DeliveryQueue queue,
      SegmentUploader uploader,
      List<DeliveryListener> listeners,
      TimeSource time) {
    this.queue = queue;
    this.uploader = uploader;
    this.listeners = listeners;
    this.time = time;
  }

  /**
   * Asks for them, and lets the queue send in the end, or when it has waited long enough.
   *
   * @return what takes the question back
   */
  Runnable fetch(HttpClient client, URI place) {
    Heed plan =
        Heed.builder("segment-settings")
            .retry(retry -> retry.maxRetries(2))
            .attemptTimeout(ATTEMPT_TIMEOUT)
            .callTimeout(CALL_TIMEOUT)
            .time(time)
            .build();
    HttpRequest request =
        HttpRequest.newBuilder(place).header("User-Agent", Library.USER_AGENT).build();
    TimeSource.Timer patience = time.schedule(time.nanoTime() + PATIENCE.toNanos(), this::goOn);
    var asked = HeedHttpClient.wrap(client, plan).sendAsync(request, BodyHandlers.ofByteArray());
    var unused =
        asked.whenComplete(
            (response, failure) -> {
              if (!asked.isCancelled()) {
                use(response, failure);
              }
              patience.cancel();
              queue.resume();
            });
    return () -> asked.cancel(true);
  }

  private void goOn() {
    trouble(
        "uploads begin with the settings of the program until those of the source are here",
        new IOException("they have not come within " + PATIENCE.toSeconds() + " s"));
    queue.resume();
  }

  private void use(@Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
    try {
      if (response == null) {
        throw new IOException("they could not be fetched", cause(failure));
      }
      if (response.statusCode() / 100 != 2) {
        throw new IOException("the answer was " + response.statusCode());
      }
      use(response.body());
    } catch (IOException | RuntimeException e) {
      trouble("the settings of the source are not used; what was set in the program is", e);
    }
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  private void use(byte[] body) throws IOException {
    Map<String, @Nullable Object> settings;
    try {
      settings = JsonReader.readObject(new String(body, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IOException("the answer is no JSON object: " + e.getMessage(), e);
    }
    // Retries first: a wrong address must not keep them away.
    HttpConfig.read(body, PLACE).ifPresent(queue::update);
    Map<String, @Nullable Object> all = JsonReader.object(settings.get("integrations"));
    Map<String, @Nullable Object> own =
        all == null ? null : JsonReader.object(all.get("Segment.io"));
    if (own != null && own.get("apiHost") instanceof String apiHost && !apiHost.isBlank()) {
      move(apiHost.strip());
    }
  }

  /** The address has a scheme only by exception; never a weaker one than what was set here. */
  private void move(String apiHost) throws IOException {
    String scheme = Endpoint.scheme(uploader.host());
    URI host;
    try {
      host = URI.create(apiHost.contains("://") ? apiHost : scheme + "://" + apiHost);
    } catch (IllegalArgumentException e) {
      throw new IOException("apiHost is no address: " + apiHost, e);
    }
    String flaw = Endpoint.flaw("apiHost", host).orElse(null);
    if (flaw == null && scheme.equals("https") && !Endpoint.scheme(host).equals("https")) {
      flaw = "apiHost would send events without encryption: " + apiHost;
    }
    if (flaw != null) {
      throw new IOException(flaw);
    }
    uploader.moveTo(host);
  }

  private void trouble(String what, Exception failure) {
    LOG.log(Level.WARNING, what, failure);
    for (DeliveryListener listener : listeners) {
      try {
        listener.trouble(what, failure);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a listener failed", e);
      }
    }
  }
}
