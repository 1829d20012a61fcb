package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures before a connection stands: those that a retry cures, and those that it cannot. */
class TlsTest {

  private static HttpRequest post(int port) {
    return HttpRequest.newBuilder(Tls.uri(port)).POST(BodyPublishers.ofString("order")).build();
  }

  private static void isRefusedOnce(Mode mode, HttpClient client, Relay relay) {
    assertThatThrownBy(() -> mode.text(client, get(Tls.uri(relay.port()))))
        .isInstanceOf(SSLException.class)
        .satisfies(
            failure ->
                assertThat(Causes.of(failure))
                    .hasAtLeastOneElementOfType(CertificateException.class))
        .satisfies(
            failure ->
                assertThat(CallReport.of(failure).gaveUpBecause())
                    .hasValue(GaveUpBecause.CERTIFICATE));
    assertThat(relay.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void certificateThatNobodyTrustsIsNotTriedAgain(Mode mode) throws Exception {
    try (Tls tls = Tls.replying(Tls.ok("good").build());
        Relay relay = Relay.to(tls.port())) {
      isRefusedOnce(mode, HeedHttpClient.newBuilder(plan()).build(), relay);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void certificateOfAnotherHostIsNotTriedAgain(Mode mode) throws Exception {
    HeldCertificate other = Tls.certificate("elsewhere").build();
    try (Tls tls = Tls.replying(other, Tls.ok("good").build());
        Relay relay = Relay.to(tls.port())) {
      isRefusedOnce(mode, tls.heed(), relay);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void certificateThatHasExpiredIsNotTriedAgain(Mode mode) throws Exception {
    HeldCertificate old = Tls.certificate("localhost").validityInterval(0, 1_000).build();
    try (Tls tls = Tls.replying(old, Tls.ok("good").build());
        Relay relay = Relay.to(tls.port())) {
      isRefusedOnce(mode, HeedHttpClient.newBuilder(plan()).build(), relay);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  @Tag("R5")
  void handshakeThatIsCutIsTriedAgainAlsoForAPost(Mode mode) throws Exception {
    for (boolean reset : new boolean[] {false, true}) {
      try (Tls tls = Tls.replying(Tls.ok("good").build());
          Relay relay = Relay.cutting(2, reset, tls.port())) {
        HttpResponse<String> response = mode.text(tls.heed(), post(relay.port()));
        assertThat(response.body()).isEqualTo("good");
        assertThat(tls.requests()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R5")
  void refusedConnectionIsTriedAgainAlsoForAPost(Mode mode) throws Exception {
    URI nobody;
    try (ServerSocket free = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + free.getLocalPort() + "/");
    }
    HttpRequest post =
        HttpRequest.newBuilder(nobody).POST(BodyPublishers.ofString("order")).build();
    assertThatThrownBy(() -> mode.text(Clients.heed(), post))
        .isInstanceOf(ConnectException.class)
        .satisfies(
            failure -> {
              CallReport report = CallReport.of(failure);
              assertThat(report.sends()).isEqualTo(4);
              assertThat(report.gaveUpBecause()).hasValue(GaveUpBecause.RETRIES_EXHAUSTED);
              assertThat(report.attempts().get(0).decision().orElseThrow().waitTime()).isZero();
            });
  }
}
