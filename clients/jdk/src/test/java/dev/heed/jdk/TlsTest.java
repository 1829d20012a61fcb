package dev.heed.jdk;

import static dev.heed.jdk.Clients.get;
import static dev.heed.jdk.Clients.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.TestCertificate;
import dev.heed.conformance.wire.WireProtocol;
import dev.heed.conformance.wire.WireServer;
import dev.heed.observe.CallReport;
import dev.heed.observe.GaveUpBecause;
import java.net.http.HttpClient;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures before a connection stands: those that a retry cures, and those that it cannot. */
class TlsTest {

  private static WireServer showing(TestCertificate certificate) {
    return WireServer.speaking(WireProtocol.HTTP_2_TLS, certificate, Reply.ok("good"));
  }

  private static HttpClient trusting(SSLContext trust) {
    return HeedHttpClient.newBuilder(plan()).sslContext(trust).build();
  }

  private static void isRefusedOnce(Mode mode, SSLContext trust, WireServer server) {
    assertThatThrownBy(() -> mode.text(trusting(trust), get(server)))
        .isInstanceOf(SSLException.class)
        .satisfies(
            failure ->
                assertThat(Causes.of(failure))
                    .hasAtLeastOneElementOfType(CertificateException.class))
        .satisfies(
            failure ->
                assertThat(CallReport.of(failure).gaveUpBecause())
                    .hasValue(GaveUpBecause.CERTIFICATE));
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("R4")
  void certificateThatHasExpiredIsNotTriedAgain(Mode mode) throws Exception {
    try (var server = showing(TestCertificate.expired())) {
      isRefusedOnce(mode, SSLContext.getDefault(), server);
    }
  }
}
