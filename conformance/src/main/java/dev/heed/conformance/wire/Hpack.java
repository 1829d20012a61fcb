package dev.heed.conformance.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Header blocks of one connection of HTTP/2 (RFC 7541): reads whatever clients write, and writes
 * the plainest form that there is.
 */
final class Hpack {

  private static final int INDEXED = 0x80;
  private static final int WITH_INDEXING = 0x40;
  private static final int SIZE_UPDATE = 0x20;
  private static final int HUFFMAN = 0x80;

  /** RFC 7541, appendix A, from index 1. */
  private static final List<Field> STATIC =
      """
      :authority
      :method|GET
      :method|POST
      :path|/
      :path|/index.html
      :scheme|http
      :scheme|https
      :status|200
      :status|204
      :status|206
      :status|304
      :status|400
      :status|404
      :status|500
      accept-charset
      accept-encoding|gzip, deflate
      accept-language
      accept-ranges
      accept
      access-control-allow-origin
      age
      allow
      authorization
      cache-control
      content-disposition
      content-encoding
      content-language
      content-length
      content-location
      content-range
      content-type
      cookie
      date
      etag
      expect
      expires
      from
      host
      if-match
      if-modified-since
      if-none-match
      if-range
      if-unmodified-since
      last-modified
      link
      location
      max-forwards
      proxy-authenticate
      proxy-authorization
      range
      referer
      refresh
      retry-after
      server
      set-cookie
      strict-transport-security
      transfer-encoding
      user-agent
      vary
      via
      www-authenticate
      """
          .lines()
          .map(Hpack::entry)
          .toList();

  private final List<Field> dynamic = new ArrayList<>();
  private int size;
  private int limit = 4_096;

  List<Field> read(byte[] block) throws IOException {
    List<Field> fields = new ArrayList<>();
    ByteArrayInputStream in = new ByteArrayInputStream(block);
    for (int b = in.read(); b >= 0; b = in.read()) {
      if ((b & INDEXED) != 0) {
        fields.add(at(number(in, b, 7)));
      } else if ((b & WITH_INDEXING) != 0) {
        Field field = literal(in, number(in, b, 6));
        fields.add(field);
        remember(field);
      } else if ((b & SIZE_UPDATE) != 0) {
        limit = number(in, b, 5);
        evict(limit);
      } else {
        fields.add(literal(in, number(in, b, 4)));
      }
    }
    return fields;
  }

  private Field at(int index) throws IOException {
    if (index >= 1 && index <= STATIC.size()) {
      return STATIC.get(index - 1);
    }
    int place = index - STATIC.size() - 1;
    if (place < 0 || place >= dynamic.size()) {
      throw new IOException("no header field at index " + index);
    }
    return dynamic.get(place);
  }

  private Field literal(ByteArrayInputStream in, int index) throws IOException {
    String name = index == 0 ? text(in) : at(index).name();
    return new Field(name, text(in));
  }

  private void remember(Field field) {
    evict(limit - field.size());
    if (field.size() <= limit) {
      dynamic.add(0, field);
      size += field.size();
    }
  }

  private void evict(int room) {
    while (!dynamic.isEmpty() && size > room) {
      size -= dynamic.remove(dynamic.size() - 1).size();
    }
  }

  /** RFC 7541, section 5.1. */
  private static int number(ByteArrayInputStream in, int first, int bits) throws IOException {
    int most = (1 << bits) - 1;
    int number = first & most;
    if (number < most) {
      return number;
    }
    int b;
    int shift = 0;
    do {
      b = next(in);
      number += (b & 0x7f) << shift;
      shift += 7;
    } while ((b & 0x80) != 0);
    return number;
  }

  private static String text(ByteArrayInputStream in) throws IOException {
    int first = next(in);
    int length = number(in, first, 7);
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("a header field that is cut");
    }
    return new String((first & HUFFMAN) == 0 ? bytes : Huffman.decode(bytes), ISO_8859_1);
  }

  private static int next(ByteArrayInputStream in) throws IOException {
    int b = in.read();
    if (b < 0) {
      throw new EOFException("a header field that is cut");
    }
    return b;
  }

  /** Fields written out literally, never to be indexed. */
  static byte[] write(List<Field> fields) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (Field field : fields) {
      block.write(0);
      writeText(block, field.name());
      writeText(block, field.value());
    }
    return block.toByteArray();
  }

  private static void writeText(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    int rest = bytes.length - 0x7f;
    block.write(Math.min(bytes.length, 0x7f));
    for (; rest >= 0x80; rest >>= 7) {
      block.write((rest & 0x7f) | 0x80);
    }
    if (bytes.length >= 0x7f) {
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  private static Field entry(String line) {
    int bar = line.indexOf('|');
    return bar < 0
        ? new Field(line, "")
        : new Field(line.substring(0, bar), line.substring(bar + 1));
  }
}
