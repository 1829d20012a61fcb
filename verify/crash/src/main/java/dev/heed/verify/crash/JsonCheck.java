package dev.heed.verify.crash;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Reads an upload as a strict server would: one JSON array of whole events, in UTF-8. Written for
 * this alone, so that it shares no mistake with what it judges.
 */
final class JsonCheck {

  /** An upload that is not what it should be. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
      super(message);
    }
  }

  /**
   * An event of an upload.
   *
   * @param id its name
   * @param check the checksum of its bytes
   */
  record Event(String id, String check) {}

  private final byte[] text;
  private int at;

  private JsonCheck(byte[] text) {
    this.text = text;
  }

  /** The checksum that ledger and server agree on. */
  static String checksum(byte[] bytes, int from, int to) {
    CRC32 sum = new CRC32();
    sum.update(bytes, from, to - from);
    return Long.toHexString(sum.getValue());
  }

  /** The events of an upload. */
  static List<Event> events(byte[] body) throws Malformed {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
    } catch (CharacterCodingException e) {
      throw new Malformed("it is not UTF-8");
    }
    return new JsonCheck(body).array();
  }

  private List<Event> array() throws Malformed {
    List<Event> events = new ArrayList<>();
    take('[');
    do {
      int start = at;
      String id = object();
      events.add(new Event(id, checksum(text, start, at)));
    } while (taken(','));
    take(']');
    if (at != text.length) {
      throw wrong("the end");
    }
    return events;
  }

  /** Events are flat objects that begin with their id, as our producer makes them. */
  private String object() throws Malformed {
    take('{');
    if (!string().equals("id")) {
      throw wrong("an id");
    }
    take(':');
    String id = string();
    while (taken(',')) {
      string();
      take(':');
      value();
    }
    take('}');
    return id;
  }

  private void value() throws Malformed {
    if (at < text.length && text[at] == '"') {
      string();
      return;
    }
    int start = at;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    if (at == start || (text[start] == '0' && at > start + 1)) {
      throw wrong("a value");
    }
  }

  private String string() throws Malformed {
    take('"');
    int start = at;
    while (at < text.length && text[at] != '"') {
      boolean control = text[at] >= 0 && text[at] < ' ';
      if (control || text[at] == '\\') {
        throw wrong("a plain character");
      }
      at++;
    }
    String string = new String(text, start, at - start, StandardCharsets.UTF_8);
    take('"');
    return string;
  }

  private boolean taken(char expected) {
    boolean there = at < text.length && text[at] == expected;
    at += there ? 1 : 0;
    return there;
  }

  private void take(char expected) throws Malformed {
    if (!taken(expected)) {
      throw wrong("'" + expected + "'");
    }
  }

  private Malformed wrong(String expected) {
    return new Malformed("no " + expected + " at byte " + at + " of " + text.length);
  }
}
