package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes the parts of a certificate in the Distinguished Encoding Rules (X.690). */
final class Der {

  private static final DateTimeFormatter TWO_DIGIT_YEAR =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT);
  private static final DateTimeFormatter FOUR_DIGIT_YEAR =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT);

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, parts);
  }

  static byte[] integer(long number) {
    return tagged(0x02, BigInteger.valueOf(number).toByteArray());
  }

  static byte[] text(String text) {
    return tagged(0x0c, text.getBytes(US_ASCII));
  }

  static byte[] octets(byte[] bytes) {
    return tagged(0x04, bytes);
  }

  static byte[] bits(byte[] bytes) {
    return tagged(0x03, new byte[] {0}, bytes);
  }

  /** Two digits for the year up to 2049, four from then on: RFC 5280, section 4.1.2.5. */
  static byte[] time(Instant instant) {
    ZonedDateTime time = instant.atZone(ZoneOffset.UTC);
    return time.getYear() < 2050
        ? tagged(0x17, TWO_DIGIT_YEAR.format(time).getBytes(US_ASCII))
        : tagged(0x18, FOUR_DIGIT_YEAR.format(time).getBytes(US_ASCII));
  }

  /** An object identifier of small numbers after the first two. */
  static byte[] oid(int... numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(numbers[0] * 40 + numbers[1]);
    for (int i = 2; i < numbers.length; i++) {
      if (numbers[i] >= 0x80) {
        bytes.write((numbers[i] >> 7) | 0x80);
      }
      bytes.write(numbers[i] & 0x7f);
    }
    return tagged(0x06, bytes.toByteArray());
  }

  static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(tag);
    if (length >= 0x80) {
      byte[] digits = BigInteger.valueOf(length).toByteArray();
      int skip = digits[0] == 0 ? 1 : 0;
      all.write(0x80 | (digits.length - skip));
      all.write(digits, skip, digits.length - skip);
    } else {
      all.write(length);
    }
    all.writeBytes(content.toByteArray());
    return all.toByteArray();
  }
}
