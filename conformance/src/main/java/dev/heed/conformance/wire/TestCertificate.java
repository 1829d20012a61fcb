package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.heed.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A certificate that signs itself, made when it is asked for and kept in memory only. Nobody trusts
 * it who does not take its {@link #clientContext}. Immutable.
 */
public final class TestCertificate {

  private static final char[] NO_PASSWORD = {};
  private static final Duration YEAR = Duration.ofDays(365);

  private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid(1, 2, 840, 10045, 4, 3, 2));
  private static final byte[] COMMON_NAME = Der.oid(2, 5, 4, 3);
  private static final byte[] SUBJECT_ALT_NAME = Der.oid(2, 5, 29, 17);

  private static final class Lazy {
    static final TestCertificate LOCALHOST = forHost("localhost");
  }

  private final X509Certificate certificate;
  private final SSLContext serverContext;
  private final SSLContext clientContext;
  private final X509TrustManager trustManager;

  private TestCertificate(KeyPair keys, byte[] encoded) throws GeneralSecurityException {
    certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(encoded));
    serverContext = context(managersOf(keys.getPrivate(), certificate), null);
    TrustManager[] trust = managersOf(certificate);
    trustManager = (X509TrustManager) trust[0];
    clientContext = context(null, trust);
  }

  /** For {@code localhost} and {@code 127.0.0.1}; always the same one. */
  public static TestCertificate localhost() {
    return Lazy.LOCALHOST;
  }

  /** For a host of this name, and for {@code 127.0.0.1} if it is {@code localhost}. */
  public static TestCertificate forHost(String host) {
    Instant now = TimeSource.system().now();
    return make(host, now.minus(YEAR), now.plus(YEAR));
  }

  /** For {@code localhost}, but only until a year ago. */
  public static TestCertificate expired() {
    Instant end = TimeSource.system().now().minus(YEAR);
    return make("localhost", end.minus(YEAR), end);
  }

  /** For the client: trusts this certificate and no other. */
  public SSLContext clientContext() {
    return clientContext;
  }

  /** What {@link #clientContext} uses, for clients that want to be told. */
  public X509TrustManager trustManager() {
    return trustManager;
  }

  /** The certificate itself. */
  public X509Certificate certificate() {
    return certificate;
  }

  SSLContext serverContext() {
    return serverContext;
  }

  private static TestCertificate make(String host, Instant from, Instant until) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] content = content(keys, host, from, until);
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] encoded = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
      return new TestCertificate(keys, encoded);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK makes no certificate for tests", e);
    }
  }

  /** RFC 5280, section 4.1, version 3. */
  private static byte[] content(KeyPair keys, String host, Instant from, Instant until) {
    byte[] name = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.text(host))));
    return Der.sequence(
        Der.tagged(0xa0, Der.integer(2)),
        Der.integer(1 + Math.abs(TimeSource.system().nanoTime())),
        ECDSA_WITH_SHA256,
        name,
        Der.sequence(Der.time(from), Der.time(until)),
        name,
        keys.getPublic().getEncoded(),
        Der.tagged(0xa3, Der.sequence(Der.sequence(SUBJECT_ALT_NAME, names(host)))));
  }

  private static byte[] names(String host) {
    byte[] dns = Der.tagged(0x82, host.getBytes(US_ASCII));
    byte[] address =
        host.equals("localhost") ? Der.tagged(0x87, new byte[] {127, 0, 0, 1}) : new byte[0];
    return Der.octets(Der.sequence(dns, address));
  }

  private static KeyManager[] managersOf(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    KeyStore store = emptyStore();
    store.setKeyEntry("own", key, NO_PASSWORD, new X509Certificate[] {certificate});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager[] managersOf(X509Certificate certificate)
      throws GeneralSecurityException {
    KeyStore store = emptyStore();
    store.setCertificateEntry("own", certificate);
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, NO_PASSWORD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return store;
  }

  private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }
}
