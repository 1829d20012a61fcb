package dev.heed.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key and a certificate for this machine's loopback names, made on the spot: no file of the jar
 * can expire or leak. Written in DER by hand (RFC 5280, X.690), since the JDK only reads
 * certificates.
 */
final class SelfSigned {

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_ID = 0x06;
  private static final int UTF8 = 0x0c;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xa0;
  private static final int EXTENSIONS = 0xa3;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  private static final byte[] ECDSA_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 4, 3, 2};
  private static final byte[] COMMON_NAME = {0x55, 4, 3};
  private static final byte[] SUBJECT_ALT_NAME = {0x55, 0x1d, 0x11};

  private static final char[] NO_PASSWORD = {};

  private final KeyPair keys;
  private final Certificate certificate;

  private SelfSigned(KeyPair keys, Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  static SelfSigned create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] signed = signed(keys);
      Certificate certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(signed));
      return new SelfSigned(keys, certificate);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot make a certificate", e);
    }
  }

  /** For the server: shows the certificate. */
  SSLContext own() {
    try {
      KeyStore store = emptyStore();
      store.setKeyEntry("stub", keys.getPrivate(), NO_PASSWORD, new Certificate[] {certificate});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot serve TLS", e);
    }
  }

  /** For a client: trusts the certificate and no other. */
  SSLContext trusting() {
    try {
      KeyStore store = emptyStore();
      store.setCertificateEntry("stub", certificate);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot use TLS", e);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static byte[] signed(KeyPair keys) throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_SHA256));
    byte[] content = content(keys, algorithm);
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(content);
    return der(SEQUENCE, content, algorithm, bits(signature.sign()));
  }

  private static byte[] content(KeyPair keys, byte[] algorithm) {
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8, ascii("heed stub")))));
    byte[] validity =
        der(
            SEQUENCE,
            der(GENERALIZED_TIME, ascii("20200101000000Z")),
            der(GENERALIZED_TIME, ascii("21200101000000Z")));
    byte[] version = der(VERSION, number(2));
    return der(
        SEQUENCE,
        version,
        number(1),
        algorithm,
        name,
        validity,
        name,
        keys.getPublic().getEncoded(),
        der(EXTENSIONS, der(SEQUENCE, alternativeNames())));
  }

  private static byte[] alternativeNames() {
    byte[] ipv6 = new byte[16];
    ipv6[15] = 1;
    byte[] names =
        der(
            SEQUENCE,
            der(DNS_NAME, ascii("localhost")),
            der(IP_ADDRESS, new byte[] {127, 0, 0, 1}),
            der(IP_ADDRESS, ipv6));
    return der(SEQUENCE, der(OBJECT_ID, SUBJECT_ALT_NAME), der(OCTET_STRING, names));
  }

  private static byte[] number(int value) {
    return der(INTEGER, BigInteger.valueOf(value).toByteArray());
  }

  private static byte[] bits(byte[] value) {
    return der(BIT_STRING, new byte[1], value);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Tag, length, and the parts in a row. */
  private static byte[] der(int tag, byte[]... parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] digits = BigInteger.valueOf(length).toByteArray();
      int zero = digits[0] == 0 ? 1 : 0;
      out.write(0x80 | (digits.length - zero));
      out.write(digits, zero, digits.length - zero);
    }
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
