package dev.heed.verify.conformance;

import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Heads of responses that are told differently from what they were. */
final class Heads {

  private static final String HINT = "Retry-After-Ms";

  private Heads() {}

  private record Told(int statusCode, HttpHeaders headers, Version version)
      implements ResponseInfo {}

  static ResponseInfo withStatus(ResponseInfo info, int status) {
    return new Told(status, info.headers(), info.version());
  }

  static ResponseInfo without(ResponseInfo info, String name) {
    Map<String, List<String>> fields = fields(info);
    fields.remove(name);
    return with(info, fields);
  }

  static ResponseInfo withHint(ResponseInfo info, long millis) {
    Map<String, List<String>> fields = fields(info);
    fields.put(HINT, List.of(Long.toString(millis)));
    return with(info, fields);
  }

  /** The wait that the response asks for, in milliseconds; 0 for none. */
  static long hint(ResponseInfo info) {
    return info.headers().firstValueAsLong(HINT).orElse(0);
  }

  static OptionalLong length(ResponseInfo info) {
    return info.headers().firstValueAsLong("Content-Length");
  }

  private static Map<String, List<String>> fields(ResponseInfo info) {
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    fields.putAll(info.headers().map());
    return fields;
  }

  private static ResponseInfo with(ResponseInfo info, Map<String, List<String>> fields) {
    return new Told(
        info.statusCode(), HttpHeaders.of(fields, (name, value) -> true), info.version());
  }
}
