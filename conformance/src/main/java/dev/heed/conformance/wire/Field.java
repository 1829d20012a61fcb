package dev.heed.conformance.wire;

/** One field of an HTTP/2 header block. */
record Field(String name, String value) {

  /** Its size in a table, by RFC 7541, section 4.1. */
  int size() {
    return name.length() + value.length() + 32;
  }

  @Override
  public String toString() {
    return name + ": " + value;
  }
}
