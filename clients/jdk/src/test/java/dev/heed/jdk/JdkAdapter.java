package dev.heed.jdk;

import dev.heed.Heed;
import dev.heed.conformance.Adapter;
import dev.heed.conformance.Capability;
import dev.heed.conformance.Exemption;
import dev.heed.conformance.Mode;
import dev.heed.conformance.Protocol;
import dev.heed.conformance.Setup;
import dev.heed.conformance.Subject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The JDK's client, for the conformance suite. */
final class JdkAdapter implements Adapter {

  private static final int TELLS_GOODBYES_APART = 24;

  @Override
  public String name() {
    return "heed-jdk";
  }

  @Override
  public Set<Mode> modes() {
    return EnumSet.allOf(Mode.class);
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<Exemption> exemptions() {
    List<Exemption> entries = new ArrayList<>();
    entries.add(
        Exemption.of("R6", "theHostSendsNothingByItself")
            .in(Mode.BLOCKING_HTTP_1_1, Mode.ASYNC_HTTP_1_1)
            .because(
                "the JDK sends a GET again by itself when its connection ends before a head; only a"
                    + " property of the whole JVM switches that off, and describe() says so")
            .host("jdk.internal.net.http.MultiExchange.retryOnFailure, jdk.httpclient properties")
            .shownBy(JdkLimitsTest.class, "aGetIsSentAgainByTheClientItself")
            .build());
    if (Runtime.version().feature() < TELLS_GOODBYES_APART) {
      entries.addAll(goodbyes());
    }
    return entries;
  }

  private static Exemption refusedStream() {
    // snippet: conformance-exemption
    return Exemption.of("R5", "aRefusedStreamIsSentAgainWhateverTheMethod")
        .in(Mode.BLOCKING_HTTP_2, Mode.ASYNC_HTTP_2)
        .because("before JDK 24 a refused stream is told from others by its message alone")
        .host("jdk.internal.net.http.Stream.incoming_reset; JDK-8335181")
        .shownBy(JdkLimitsTest.class, "aRefusedStreamIsAnExceptionLikeAnyOther")
        .build();
    // end
  }

  private static List<Exemption> goodbyes() {
    return List.of(
        refusedStream(),
        Exemption.of("R5", "aStreamAboveTheLastOneOfAGoodbyeIsSentAgainWhateverTheMethod")
            .in(Mode.BLOCKING_HTTP_2, Mode.ASYNC_HTTP_2)
            .because("before JDK 24 a goodbye does not say which streams were not processed")
            .host("jdk.internal.net.http.Http2Connection.handleGoAway; JDK-8335181")
            .shownBy(
                JdkLimitsTest.class,
                "aGoodbyeIsTheSameExceptionForStreamsThatWereProcessedAndForOthers")
            .build(),
        Exemption.of("R1", "aGoodbyeBeforeTheAnswerLosesNothing")
            .in(Mode.BLOCKING_HTTP_2, Mode.ASYNC_HTTP_2)
            .because("before JDK 24 a goodbye also fails the streams that are still answered")
            .host("jdk.internal.net.http.Http2Connection.handleGoAway; JDK-8335181")
            .shownBy(JdkLimitsTest.class, "aGoodbyeFailsTheStreamsThatItSpares")
            .build());
  }

  @Override
  public Subject open(Heed plan, Setup setup) {
    return new JdkSubject(built(plan, setup));
  }

  @Override
  public Subject nest(Heed outer, Heed inner, Setup setup) {
    HeedHttpClient within = built(inner, setup);
    return new JdkSubject(HeedHttpClient.wrap(within, outer), within);
  }

  private static HeedHttpClient built(Heed plan, Setup setup) {
    boolean http2 = setup.protocol() == Protocol.HTTP_2;
    return (HeedHttpClient)
        HeedHttpClient.newBuilder(plan)
            .version(http2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .sslContext(setup.sslContext())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The very object, not one like it.
  public boolean handsOverTheSameRequest(Heed plan, Mode mode) throws Exception {
    StubClient host =
        new StubClient(CompletableFuture.completedFuture(StubResponse.of(200, "good")));
    HttpClient client = HeedHttpClient.wrap(host, plan);
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost/x")).build();
    if (mode.isAsync()) {
      client.sendAsync(request, BodyHandlers.discarding()).get();
    } else {
      client.send(request, BodyHandlers.discarding());
    }
    return host.requests().get(0) == request;
  }
}
