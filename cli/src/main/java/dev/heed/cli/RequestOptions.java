package dev.heed.cli;

import java.io.FileNotFoundException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that make a request. What is wrong with them is told without their values, which may
 * be secrets.
 */
final class RequestOptions {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final HttpRequest http;
  private final List<String> secrets = new ArrayList<>();

  private RequestOptions(ParseResult given) throws Failure {
    String url = "";
    URI uri = uri(given.matchedPositionalValue(0, url).strip());
    String data = Options.text(given, "-d");
    HttpRequest.Builder builder = builder(uri);
    boolean typed = addHeaders(builder, given.matchedOptionValue("-H", List.of()));
    if (data != null && !typed) {
      builder.header("Content-Type", FORM);
    }
    String method = Options.text(given, "-X");
    setMethod(
        builder,
        ExplainCommand.method(method == null && data != null ? "POST" : method),
        data == null ? BodyPublishers.noBody() : body(data));
    http = builder.build();
    if (uri.getRawQuery() != null) {
      secrets.add(uri.getRawQuery());
      secrets.addAll(List.of(uri.getRawQuery().split("[&=]")));
    }
  }

  static void addTo(CommandSpec spec) {
    Options.value(spec, "M", "The method. Default: GET, or POST with -d.", "-X", "--request");
    Options.values(spec, "'N: V'", "A header. May be given several times.", "-H", "--header");
    Options.value(
        spec,
        "DATA|@FILE",
        "The body: this text, or the bytes of a file. Sent as a form unless -H gives a"
            + " Content-Type.",
        "-d",
        "--data");
  }

  /**
   * The request that the options describe.
   *
   * @throws Failure when it cannot be made
   */
  static RequestOptions of(ParseResult given) throws Failure {
    return new RequestOptions(given);
  }

  HttpRequest http() {
    return http;
  }

  /** The text without any value that the user gave in the query or in a header. */
  String redacted(String text) {
    String safe = text;
    for (String secret : secrets) {
      safe = secret.length() < 3 ? safe : safe.replace(secret, "...");
    }
    return safe;
  }

  /** The address, or what is wrong with it, without what it holds. */
  static URI uri(String url) throws Failure {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw Failure.usage(
          "the URL has a character that must be percent-encoded, at position "
              + (e.getIndex() + 1)
              + " of "
              + url.length());
    }
    String scheme = uri.getScheme();
    if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
      throw Failure.usage("the URL must begin with http:// or https://");
    }
    if (uri.getHost() == null) {
      throw Failure.usage("the URL names no host; write it like https://example.com/path");
    }
    if (uri.getRawUserInfo() != null) {
      throw Failure.usage(
          "the URL holds a password or a user name; give them with -H 'Authorization: Basic ...'");
    }
    return uri;
  }

  private static HttpRequest.Builder builder(URI uri) throws Failure {
    try {
      return HttpRequest.newBuilder(uri);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("the URL cannot be used; write it like https://example.com/path");
    }
  }

  /** Whether one of them is a Content-Type. */
  private boolean addHeaders(HttpRequest.Builder builder, List<String> lines) throws Failure {
    boolean typed = false;
    for (HeaderOption header : HeaderOption.parse(lines)) {
      secrets.add(header.value());
      typed |= header.name().equalsIgnoreCase("Content-Type");
      addHeader(builder, header);
    }
    return typed;
  }

  private static void addHeader(HttpRequest.Builder builder, HeaderOption header) throws Failure {
    try {
      builder.header(header.name(), header.value());
    } catch (IllegalArgumentException e) {
      throw header.refused();
    }
  }

  private static void setMethod(HttpRequest.Builder builder, String method, BodyPublisher body)
      throws Failure {
    try {
      builder.method(method, body);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("-X: the method " + Text.shown(method) + " cannot be sent");
    }
  }

  private static BodyPublisher body(String data) throws Failure {
    if (!data.startsWith("@")) {
      return BodyPublishers.ofString(data);
    }
    String name = data.substring(1);
    @Nullable Path file = readable(name);
    try {
      if (file != null) {
        return BodyPublishers.ofFile(file);
      }
    } catch (FileNotFoundException e) {
      throw unreadable(name);
    }
    throw unreadable(name);
  }

  private static @Nullable Path readable(String name) {
    try {
      Path file = Path.of(name);
      return Files.isRegularFile(file) && Files.isReadable(file) ? file : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Failure unreadable(String name) {
    return Failure.usage(
        "-d: there is no file '" + Text.shown(name) + "' that can be read; check name and rights");
  }
}
