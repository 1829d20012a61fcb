package dev.heed.http;

import java.net.http.HttpHeaders;
import java.util.List;

/**
 * A head over the JDK's header map, whose look-ups are already case-insensitive and copy nothing.
 */
record JdkResponseHead(int status, HttpHeaders headers) implements ResponseHead {

  @Override
  public List<String> values(String name) {
    return headers.allValues(name);
  }
}
