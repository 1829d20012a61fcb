package dev.heed.retry;

import dev.heed.guard.Partitions;
import dev.heed.http.RequestHead;
import dev.heed.http.ResponseHead;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where attempts of a call go.
 *
 * @param uri null for where the caller's request says
 * @param head the request there
 * @param partition whose guards an attempt asks there
 */
record HedgePlace(@Nullable URI uri, RequestHead head, String partition) {

  /** The places of a call, in the order of their turns. The user's own key function runs here. */
  static List<HedgePlace> of(RequestHead request, EngineSettings settings, Hedging hedging) {
    Partitions partitions = partitions(settings);
    List<URI> bases = hedging.bases();
    if (bases == null) {
      return List.of(new HedgePlace(null, request, partitions.of(request).key()));
    }
    return bases.stream()
        .map(base -> Endpoints.resolve(base, request.uri()))
        .map(uri -> routed(uri, new RoutedHead(request, uri), partitions))
        .toList();
  }

  private static HedgePlace routed(URI uri, RequestHead head, Partitions partitions) {
    return new HedgePlace(uri, head, partitions.of(head).key());
  }

  /** What one attempt at this place has to do with guards. */
  Guarded guarded(EngineSettings settings, @Nullable ResponseHead lastHead) {
    return new Guarded(partitions(settings), head, lastHead);
  }

  private static Partitions partitions(EngineSettings settings) {
    return Objects.requireNonNull(settings.partitions, "a plan that hedges has partitions");
  }
}
