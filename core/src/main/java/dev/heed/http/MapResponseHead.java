package dev.heed.http;

import java.util.List;
import java.util.SortedMap;

/** A head over a case-insensitive map. */
record MapResponseHead(int status, SortedMap<String, List<String>> headers)
    implements ResponseHead {

  @Override
  public List<String> values(String name) {
    return headers.getOrDefault(name, List.of());
  }
}
