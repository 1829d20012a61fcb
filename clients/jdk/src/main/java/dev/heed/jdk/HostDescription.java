package dev.heed.jdk;

import dev.heed.Heed;
import dev.heed.PlanDescription;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

/** What the JDK's client does below a plan, for {@code describe()}. */
final class HostDescription {

  /** The JDK repeats a GET or HEAD once when a kept connection turns out closed. */
  private static final int SENDS_EACH = 2;

  private HostDescription() {}

  static PlanDescription of(Heed plan, HttpClient delegate) {
    PlanDescription description = plan.describe();
    List<String> warnings = new ArrayList<>();
    List<String> stages =
        description.parts().stream()
            .filter(PlanDescription.Part::isStage)
            .map(PlanDescription.Part::name)
            .toList();
    if (delegate.followRedirects() != HttpClient.Redirect.NEVER && !stages.isEmpty()) {
      warnings.add(
          "redirects are followed ("
              + delegate.followRedirects()
              + "): the JDK sends the headers of a request to the target too, also on another"
              + " origin, with what these stages set: "
              + String.join(", ", stages));
    }
    if (Boolean.getBoolean("jdk.httpclient.enableAllMethodRetry")) {
      warnings.add(
          "jdk.httpclient.enableAllMethodRetry is set: the JDK may send a POST twice on its own");
    }
    if (delegate instanceof HeedHttpClient inner && inner.plan().stacksRetries()) {
      return description
          .on("java.net.http.HttpClient", hidden(delegate), warnings)
          .stackedOn("the plan '" + inner.plan().name() + "'", sendsEach(delegate));
    }
    if (delegate instanceof HeedHttpClient) {
      warnings.add("this client wraps another client of Heed, which passes its calls through");
    }
    return description.on(
        "java.net.http.HttpClient", hidden(delegate), sendsEach(delegate), warnings);
  }

  /**
   * How often a client may send what it is given; a client of Heed passes it through or retries.
   */
  private static int sendsEach(HttpClient client) {
    if (!(client instanceof HeedHttpClient heed)) {
      return SENDS_EACH;
    }
    if (!heed.plan().stacksRetries()) {
      return sendsEach(heed.delegate());
    }
    long sends = heed.describe().worstCaseSendsOnTheWire().orElse(Long.MAX_VALUE);
    return (int) Math.min(sends, Integer.MAX_VALUE);
  }

  private static String hidden(HttpClient delegate) {
    boolean retriesConnect = System.getProperty("jdk.httpclient.disableRetryConnect") == null;
    return delegate.version()
        + ", redirects "
        + delegate.followRedirects()
        + ", sends a GET or HEAD again on its own when a kept connection turns out closed"
        + (retriesConnect
            ? ", and tries a refused connection twice (jdk.httpclient.disableRetryConnect)"
            : "");
  }
}
