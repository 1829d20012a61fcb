package dev.heed.conformance.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Decodes the Huffman code of RFC 7541, appendix B. The code is canonical: codes of one length are
 * consecutive, in the order of their symbols, so that the lengths say it all.
 */
final class Huffman {

  private static final int END = 256;
  private static final int LONGEST = 30;

  /** Bits of each symbol's code; the last one is the end of a string. */
  private static final byte[] BITS = {
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
    28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
    5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
    13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
    15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
    6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
    20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
    22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
    21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
    20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
    30
  };

  /** The symbols in the order of their codes, and for each length where its codes begin. */
  private static final int[] SYMBOLS = new int[BITS.length];

  private static final int[] FIRST_CODE = new int[LONGEST + 2];
  private static final int[] FIRST_INDEX = new int[LONGEST + 2];

  static {
    int index = 0;
    int code = 0;
    for (int bits = 1; bits <= LONGEST; bits++) {
      FIRST_CODE[bits] = code;
      FIRST_INDEX[bits] = index;
      for (int symbol = 0; symbol <= END; symbol++) {
        if (BITS[symbol] == bits) {
          SYMBOLS[index++] = symbol;
          code++;
        }
      }
      code <<= 1;
    }
    FIRST_INDEX[LONGEST + 1] = index;
  }

  private Huffman() {}

  static byte[] decode(byte[] bytes) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int code = 0;
    int bits = 0;
    for (int i = 0; i < bytes.length * 8; i++) {
      int bit = (bytes[i / 8] >> (7 - i % 8)) & 1;
      code = (code << 1) | bit;
      bits++;
      int symbol = symbol(code, bits);
      if (symbol >= 0) {
        text.write(symbol);
        code = 0;
        bits = 0;
      }
    }
    if (bits > 7) {
      throw new IOException("a Huffman code that ends nowhere");
    }
    return text.toByteArray();
  }

  private static int symbol(int code, int bits) throws IOException {
    if (bits > LONGEST) {
      throw new IOException("no such Huffman code");
    }
    int index = FIRST_INDEX[bits] + code - FIRST_CODE[bits];
    return index < FIRST_INDEX[bits + 1] ? SYMBOLS[index] : -1;
  }
}
