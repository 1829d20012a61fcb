package dev.heed.retry;

import java.util.List;
import java.util.Map;

/** The stub host's response. Compared by identity, as a real host's is. */
public final class Reply {

  private final int status;
  private final Map<String, List<String>> headers;
  private final String body;

  Reply(int status, Map<String, List<String>> headers, String body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  public int status() {
    return status;
  }

  public Map<String, List<String>> headers() {
    return headers;
  }

  public String body() {
    return body;
  }

  @Override
  public String toString() {
    return status + " " + headers + " " + body;
  }
}
