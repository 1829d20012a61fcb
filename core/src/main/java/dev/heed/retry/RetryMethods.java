package dev.heed.retry;

import dev.heed.http.HttpMethods;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which methods may be sent again without anybody vouching for the request. Immutable. */
public final class RetryMethods {

  private static final RetryMethods SAFE =
      new RetryMethods("GET, HEAD, OPTIONS, TRACE", HttpMethods::isSafe);
  private static final RetryMethods IDEMPOTENT =
      new RetryMethods("GET, HEAD, OPTIONS, TRACE, PUT, DELETE, QUERY", HttpMethods::isIdempotent);
  private static final RetryMethods ALL = new RetryMethods("all methods", method -> true);

  private final String text;
  private final Predicate<String> allowed;

  private RetryMethods(String text, Predicate<String> allowed) {
    this.text = text;
    this.allowed = allowed;
  }

  /** GET, HEAD, OPTIONS and TRACE: the default. */
  public static RetryMethods safe() {
    return SAFE;
  }

  /** The safe methods, PUT, DELETE and QUERY (RFC 9110, section 9.2.2). */
  public static RetryMethods idempotent() {
    return IDEMPOTENT;
  }

  /** Every method. The caller vouches that sending a request twice does no harm. */
  public static RetryMethods all() {
    return ALL;
  }

  /** These methods and no others, as written: methods are case-sensitive. */
  public static RetryMethods of(String... methods) {
    Set<String> copy = Set.of(methods);
    return new RetryMethods(String.join(", ", new TreeSet<>(copy)), copy::contains);
  }

  /** Whether this method may be sent again. */
  public boolean allows(String method) {
    return allowed.test(method);
  }

  /** The methods, for {@code describe()}. */
  @Override
  public String toString() {
    return text;
  }
}
