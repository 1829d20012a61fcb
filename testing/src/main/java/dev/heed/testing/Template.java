package dev.heed.testing;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path that a route is for. Compared segment by segment, each of them decoded, so that an
 * escaped slash is a part of its segment.
 */
final class Template {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final Pattern ABSOLUTE = Pattern.compile("(https?://[^/{}*]+)(/.*)?");

  private final String text;
  private final @Nullable String origin;
  private final List<Pattern> segments = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final boolean open;

  private Template(String text) {
    this.text = text;
    Matcher absolute = ABSOLUTE.matcher(text);
    boolean whole = absolute.matches();
    this.origin = whole ? originOf(absolute.group(1)) : null;
    String path = whole ? absolute.group(2) : text;
    this.open = path != null && path.endsWith("*");
    addSegments(path == null ? "/" : path);
  }

  /**
   * A template.
   *
   * @throws IllegalArgumentException that says what is malformed
   */
  static Template of(String text) {
    if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
      throw malformed(
          text, "a template ends with the path; for the query there is query(name, value)");
    }
    if (!text.equals("*") && !text.startsWith("/") && !ABSOLUTE.matcher(text).matches()) {
      throw malformed(text, "it has to start with / or with http:// or https://, or to be * alone");
    }
    try {
      return new Template(text);
    } catch (IllegalArgumentException e) {
      throw malformed(text, e.getMessage());
    }
  }

  private static IllegalArgumentException malformed(String text, @Nullable String why) {
    return new IllegalArgumentException("malformed template \"" + text + "\": " + why);
  }

  private void addSegments(String path) {
    if (path.equals("*")) {
      return;
    }
    String[] parts = path.substring(1).split("/", -1);
    int last = parts.length - 1;
    for (int i = 0; i <= last; i++) {
      boolean rest = i == last && parts[i].equals("*");
      if (!rest) {
        segments.add(segment(parts[i]));
      }
    }
  }

  private Pattern segment(String part) {
    if (part.equals("*")) {
      return Pattern.compile(".+", Pattern.DOTALL);
    }
    if (part.indexOf('*') >= 0) {
      throw new IllegalArgumentException(
          "* stands for a whole segment, but here it is a part of " + part);
    }
    StringBuilder regex = new StringBuilder();
    int at = 0;
    for (int brace = part.indexOf('{'); brace >= 0; brace = part.indexOf('{', at)) {
      addLiteral(regex, part.substring(at, brace));
      int end = part.indexOf('}', brace);
      if (end < 0) {
        throw new IllegalArgumentException("{ without }");
      }
      if (brace > 0 && at == brace) {
        throw new IllegalArgumentException(
            "nothing stands between two names, so nobody knows where one ends");
      }
      addName(regex, part.substring(brace + 1, end));
      at = end + 1;
    }
    addLiteral(regex, part.substring(at));
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static void addLiteral(StringBuilder regex, String literal) {
    if (literal.indexOf('}') >= 0) {
      throw new IllegalArgumentException("} without {");
    }
    if (!literal.isEmpty()) {
      regex.append(Pattern.quote(Encoded.path(literal)));
    }
  }

  private void addName(StringBuilder regex, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "{" + name + "} is no name: letters, digits and _ . - after a letter or _");
    }
    if (!names.add(name)) {
      throw new IllegalArgumentException("{" + name + "} is there twice");
    }
    regex.append("(.+?)");
  }

  /** What the names stand for in this URI; null when it does not match. */
  @Nullable Map<String, String> match(URI uri) {
    if (origin != null && !origin.equals(originOf(uri))) {
      return null;
    }
    String path = uri.getRawPath();
    if (path == null || path.isEmpty()) {
      // What an empty path becomes on the wire.
      path = "/";
    }
    return path.startsWith("/") ? match(path.substring(1).split("/", -1)) : matchNoPath();
  }

  /** For {@code OPTIONS *}. */
  private @Nullable Map<String, String> matchNoPath() {
    return text.equals("*") ? Map.of() : null;
  }

  private @Nullable Map<String, String> match(String... parts) {
    boolean fits = open ? parts.length > segments.size() : parts.length == segments.size();
    if (!fits) {
      return null;
    }
    Map<String, String> found = new LinkedHashMap<>();
    var left = names.iterator();
    for (int i = 0; i < segments.size(); i++) {
      Matcher matcher = segments.get(i).matcher(Encoded.path(parts[i]));
      if (!matcher.matches()) {
        return null;
      }
      for (int group = 1; group <= matcher.groupCount(); group++) {
        found.put(left.next(), matcher.group(group));
      }
    }
    return found;
  }

  private static String originOf(String start) {
    try {
      return originOf(URI.create(start));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("no URI starts with " + start, e);
    }
  }

  private static String originOf(URI uri) {
    String scheme = lower(uri.getScheme());
    String host = lower(uri.getHost());
    int usual = scheme.equals("https") ? 443 : 80;
    return scheme + "://" + host + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
  }

  private static String lower(@Nullable String text) {
    return text == null ? "" : text.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return text;
  }
}
