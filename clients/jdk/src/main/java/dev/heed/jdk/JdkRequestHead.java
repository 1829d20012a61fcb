package dev.heed.jdk;

import dev.heed.http.RequestHead;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;

/** The head of a JDK request. Holds the request alone, so that a report does not keep a call. */
record JdkRequestHead(HttpRequest request) implements RequestHead {

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public URI uri() {
    return request.uri();
  }

  @Override
  public Map<String, List<String>> headers() {
    return request.headers().map();
  }

  @Override
  public List<String> values(String name) {
    return request.headers().allValues(name);
  }
}
