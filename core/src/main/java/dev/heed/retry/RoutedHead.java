package dev.heed.retry;

import dev.heed.http.RequestHead;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** The caller's request at the place where one attempt sends it. */
record RoutedHead(RequestHead request, URI uri) implements RequestHead {

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public Map<String, List<String>> headers() {
    return request.headers();
  }

  @Override
  public List<String> values(String name) {
    return request.values(name);
  }
}
