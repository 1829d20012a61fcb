package dev.heed.conformance.wire;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** The JDK's own client, against which the servers are tried. */
final class JdkClient {

  private final WireServer server;
  private final HttpClient client;

  JdkClient(WireServer server, WireProtocol protocol) {
    this.server = server;
    client =
        HttpClient.newBuilder()
            .version(
                protocol.isMultiplexed() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .sslContext(server.certificate().clientContext())
            .build();
  }

  HttpResponse<String> get() throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(server.uri()).build());
  }

  HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(server.uri("/y?z=1"))
            .header("X-Twice", "a")
            .header("X-Twice", "b")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> start() {
    return client.sendAsync(HttpRequest.newBuilder(server.uri()).build(), BodyHandlers.ofString());
  }
}
