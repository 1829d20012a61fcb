package dev.heed.conformance;

import dev.heed.conformance.wire.TestCertificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;

/**
 * How the host's client is to be set up, apart from the plan. It follows redirects, but not from
 * {@code https} to {@code http}; it keeps connections for reuse; it verifies host names; everything
 * else is as the host has it by default, but for hidden retries that the adapter switches off.
 *
 * @apiNote A class and not a record, so that it can grow.
 */
public final class Setup {

  private final Mode mode;
  private final TestCertificate trusted;

  private Setup(Mode mode, TestCertificate trusted) {
    this.mode = mode;
    this.trusted = trusted;
  }

  static Setup of(Mode mode, TestCertificate trusted) {
    return new Setup(mode, trusted);
  }

  /** How calls will be made. */
  public Mode mode() {
    return mode;
  }

  /** What the client is to speak: this and nothing else. */
  public Protocol protocol() {
    return mode.protocol();
  }

  /** A context that trusts the certificate and no other. */
  public SSLContext sslContext() {
    return trusted.clientContext();
  }

  /** The trust manager of that context, for hosts that want it apart. */
  public X509TrustManager trustManager() {
    return trusted.trustManager();
  }

  /** The certificate that is trusted, for hosts that make a context of their own. */
  public X509Certificate certificate() {
    return trusted.certificate();
  }
}
