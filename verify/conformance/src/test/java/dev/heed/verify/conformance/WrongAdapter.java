package dev.heed.verify.conformance;

import dev.heed.Heed;
import dev.heed.conformance.Adapter;
import dev.heed.conformance.Capability;
import dev.heed.conformance.Mode;
import dev.heed.conformance.Setup;
import dev.heed.conformance.Subject;
import dev.heed.jdk.HeedHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumSet;
import java.util.Set;

/** A right adapter of the JDK's client with a fault in it. */
final class WrongAdapter implements Adapter {

  private final String name;
  private final Mode mode;
  private final Fault fault;

  WrongAdapter(String name, Mode mode, Fault fault) {
    this.name = name;
    this.mode = mode;
    this.fault = fault;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Mode> modes() {
    return EnumSet.of(mode);
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public Subject open(Heed plan, Setup setup) {
    HeedHttpClient heed = heed(host(setup), plan);
    return new HttpSubject(fault.caller(heed, plan), heed::shutdownNow);
  }

  @Override
  public Subject nest(Heed outer, Heed inner, Setup setup) {
    HeedHttpClient within = heed(host(setup), inner);
    HeedHttpClient heed = HeedHttpClient.wrap(fault.nested(within), fault.plan(outer));
    return new HttpSubject(
        fault.caller(heed, outer),
        () -> {
          heed.shutdownNow();
          within.shutdownNow();
        });
  }

  private HeedHttpClient heed(HttpClient host, Heed plan) {
    return HeedHttpClient.wrap(fault.host(host, plan), fault.plan(plan));
  }

  private static HttpClient host(Setup setup) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(setup.sslContext())
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The very object, not one like it.
  public boolean handsOverTheSameRequest(Heed plan, Mode mode) throws Exception {
    Looking host = new Looking();
    HttpClient client = fault.caller(heed(host, plan), plan);
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1/")).build();
    try {
      if (mode.isAsync()) {
        client.sendAsync(request, BodyHandlers.discarding());
      } else {
        client.send(request, BodyHandlers.discarding());
      }
    } catch (IOException e) {
      // It only looks.
      return host.seen == request;
    }
    return host.seen == request;
  }

  /** Notes the request that it is given, and fails. */
  private static final class Looking extends Forwarding {

    private volatile HttpRequest seen;

    Looking() {
      super(HttpClient.newHttpClient());
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
        throws IOException {
      seen = request;
      throw new IOException("only looked");
    }

    @Override
    public <T> java.util.concurrent.CompletableFuture<HttpResponse<T>> sendAsync(
        HttpRequest request, BodyHandler<T> handler) {
      seen = request;
      return java.util.concurrent.CompletableFuture.failedFuture(new IOException("only looked"));
    }
  }
}
