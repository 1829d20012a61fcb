package dev.heed.delivery;

import dev.heed.delivery.upload.ItemResult;
import dev.heed.delivery.upload.UploadBatch;
import dev.heed.delivery.upload.UploadResponse;
import dev.heed.delivery.upload.Uploader;
import dev.heed.hint.HintReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The way to the server: the user's uploader, kept from doing harm, and the client. */
final class Transfer {

  private final Uploader uploader;
  private final HttpClient client;
  private final HintReader hints;
  private final QueueClock clock;
  private final Telling telling;

  Transfer(
      Uploader uploader, HttpClient client, HintReader hints, QueueClock clock, Telling telling) {
    this.uploader = uploader;
    this.client = client;
    this.hints = hints;
    this.clock = clock;
    this.telling = telling;
  }

  AnswerHandler handler() {
    return new AnswerHandler(clock, hints, telling);
  }

  int maxEvents() {
    try {
      return Math.max(1, uploader.maxEvents());
    } catch (RuntimeException e) {
      telling.trouble("the uploader did not say how many events it takes; it gets one", e);
      return 1;
    }
  }

  /** Sends the batch. The future fails where there is no whole answer; it does not throw. */
  CompletableFuture<HttpResponse<byte[]>> send(UploadBatch batch, AnswerHandler handler) {
    try {
      return client.sendAsync(uploader.request(batch), handler);
    } catch (RuntimeException | Error e) {
      telling.trouble(batch + " could not be made into a request; it is tried again", e);
      return CompletableFuture.failedFuture(e);
    }
  }

  /** One result for each event that was sent; none where the answer as a whole decides. */
  List<ItemResult> items(UploadBatch batch, UploadResponse response) {
    List<ItemResult> results;
    try {
      results = List.copyOf(uploader.items(batch, response));
    } catch (RuntimeException e) {
      telling.trouble("the results of single events could not be read; the status decides", e);
      return List.of();
    }
    if (results.isEmpty() || results.size() == batch.events().size()) {
      return results;
    }
    telling.trouble(
        results.size() + " results for " + batch.events().size() + " events; the status decides",
        new IllegalStateException("the numbers differ"));
    return List.of();
  }
}
