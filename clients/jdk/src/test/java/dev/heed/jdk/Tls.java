package dev.heed.jdk;

import dev.heed.Heed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A server over TLS, and clients that trust it. */
final class Tls implements AutoCloseable {

  /** Kept, since a level that nobody holds on to is forgotten. */
  private static final Logger NOISE = Logger.getLogger("okhttp3");

  private static final HeldCertificate LOCALHOST = certificate("localhost").build();

  static {
    // A client that cuts what it does not want looks like a failure to the server.
    NOISE.setLevel(Level.OFF);
  }

  private final HandshakeCertificates trust;
  private final MockWebServer server = new MockWebServer();

  private Tls(HeldCertificate certificate) {
    HandshakeCertificates own =
        new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    server.useHttps(own.sslSocketFactory());
  }

  static HeldCertificate.Builder certificate(String host) {
    return new HeldCertificate.Builder().commonName(host).addSubjectAlternativeName(host);
  }

  /** HTTP/2 and HTTP/1.1, as the client wants. */
  static Tls replying(MockResponse... responses) throws IOException {
    return replying(LOCALHOST, responses);
  }

  static Tls replying(HeldCertificate certificate, MockResponse... responses) throws IOException {
    Tls tls = new Tls(certificate);
    tls.server.setProtocols(List.of(Protocol.HTTP_2, Protocol.HTTP_1_1));
    for (MockResponse response : responses) {
      tls.server.enqueue(response);
    }
    tls.server.start(InetAddress.getLoopbackAddress(), 0);
    return tls;
  }

  static MockResponse.Builder busy() {
    return new MockResponse.Builder().code(503).body("busy").addHeader("Retry-After", "0");
  }

  static MockResponse.Builder ok(String body) {
    return new MockResponse.Builder().body(body);
  }

  HttpClient bare() {
    return HttpClient.newBuilder().sslContext(trust.sslContext()).build();
  }

  HttpClient heed(Heed plan) {
    return HeedHttpClient.newBuilder(plan).sslContext(trust.sslContext()).build();
  }

  HttpClient heed() {
    return heed(Clients.plan());
  }

  int port() {
    return server.getPort();
  }

  URI uri() {
    return uri(port());
  }

  static URI uri(int port) {
    return URI.create("https://localhost:" + port + "/x");
  }

  HttpRequest get() {
    return Clients.get(uri());
  }

  HttpRequest post() {
    return HttpRequest.newBuilder(uri()).POST(BodyPublishers.ofString("order")).build();
  }

  MockWebServer server() {
    return server;
  }

  int requests() {
    return server.getRequestCount();
  }

  /** The numbers of the connections on which the requests came, from 0. */
  List<Integer> connections() throws InterruptedException {
    List<Integer> numbers = new ArrayList<>();
    for (int left = server.getRequestCount(); left > 0; left--) {
      numbers.add(server.takeRequest().getConnectionIndex());
    }
    return numbers;
  }

  @Override
  public void close() {
    server.close();
  }
}
