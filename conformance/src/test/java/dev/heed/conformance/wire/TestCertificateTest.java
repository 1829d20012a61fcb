package dev.heed.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class TestCertificateTest {

  private static int status(SSLContext trust, TestCertificate shown) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(trust).build();
    try (var server = WireServer.speaking(WireProtocol.HTTP_1_TLS, shown, Reply.ok("good"))) {
      return client
          .send(HttpRequest.newBuilder(server.uri()).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void certificateSignsItselfForThisMachine() throws Exception {
    X509Certificate certificate = TestCertificate.localhost().certificate();
    assertThatCode(() -> certificate.verify(certificate.getPublicKey())).doesNotThrowAnyException();
    assertThatCode(certificate::checkValidity).doesNotThrowAnyException();
    assertThat(certificate.getSubjectX500Principal()).hasToString("CN=localhost");
    assertThat(certificate.getSubjectAlternativeNames())
        .extracting(name -> name.get(1).toString())
        .containsExactly("localhost", "127.0.0.1");
    assertThat(TestCertificate.localhost()).isSameAs(TestCertificate.localhost());
  }

  @Test
  void clientThatTrustsItIsServed() throws Exception {
    TestCertificate certificate = TestCertificate.forHost("localhost");
    assertThat(status(certificate.clientContext(), certificate)).isEqualTo(200);
    assertThat(certificate.trustManager().getAcceptedIssuers())
        .containsExactly(certificate.certificate());
  }

  @Test
  void othersAreNot() throws Exception {
    TestCertificate certificate = TestCertificate.localhost();
    assertThatThrownBy(() -> status(SSLContext.getDefault(), certificate))
        .isInstanceOf(SSLException.class);
    TestCertificate other = TestCertificate.forHost("localhost");
    assertThatThrownBy(() -> status(other.clientContext(), certificate))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void certificateOfAnotherHostFitsNoAddressOfThisOne() {
    TestCertificate elsewhere = TestCertificate.forHost("elsewhere");
    assertThatThrownBy(() -> status(elsewhere.clientContext(), elsewhere))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void expiredCertificateHasExpired() {
    assertThatThrownBy(() -> TestCertificate.expired().certificate().checkValidity())
        .isInstanceOf(CertificateExpiredException.class);
  }
}
