package dev.heed.retry;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Endpoints of which one attempt uses one, drawn by weight: such as the hosts of one region.
 * Immutable.
 *
 * <p>An endpoint is a base: scheme, host, port, and perhaps a path. What an attempt asks for is the
 * base, then the path and the query of the caller's request as they are written: {@code
 * https://eu.example.com/v1} and {@code https://api.example.com/things?id=a%2Fb} make {@code
 * https://eu.example.com/v1/things?id=a%2Fb}.
 */
public final class EndpointGroup {

  /** An endpoint, or a group, that is given no weight of its own has this one. */
  public static final int DEFAULT_WEIGHT = 1;

  private final List<URI> bases;
  private final List<Integer> weights;
  private final int weight;

  private EndpointGroup(List<URI> bases, List<Integer> weights, int weight) {
    this.bases = List.copyOf(bases);
    this.weights = List.copyOf(weights);
    this.weight = weight;
  }

  /** A group of endpoints of the same weight. */
  public static EndpointGroup of(URI... bases) {
    List<URI> all = List.of(bases);
    return new EndpointGroup(
        all, all.stream().map(base -> DEFAULT_WEIGHT).toList(), DEFAULT_WEIGHT);
  }

  /** The same for bases as text. */
  public static EndpointGroup of(String... bases) {
    return of(List.of(bases).stream().map(URI::create).toArray(URI[]::new));
  }

  /** This group with one more endpoint. */
  public EndpointGroup and(URI base, int weightOfBase) {
    List<URI> more = new ArrayList<>(bases);
    more.add(Objects.requireNonNull(base, "base"));
    List<Integer> all = new ArrayList<>(weights);
    all.add(weightOfBase);
    return new EndpointGroup(more, all, weight);
  }

  /** This group with another weight among the groups; it counts where they are drawn by weight. */
  public EndpointGroup weight(int weightOfGroup) {
    return new EndpointGroup(bases, weights, weightOfGroup);
  }

  int weight() {
    return weight;
  }

  /** The endpoint of one attempt. */
  URI draw(double random) {
    return bases.get(Endpoints.drawn(weights, random));
  }

  void addViolations(List<String> violations) {
    if (bases.isEmpty()) {
      violations.add("an endpoint group must not be empty");
    }
    if (weight <= 0 || weights.stream().anyMatch(w -> w <= 0)) {
      violations.add("the weights of endpoints must be positive: " + this);
    }
    bases.stream().filter(base -> !isBase(base)).forEach(base -> violations.add(noBase(base)));
  }

  private static boolean isBase(URI base) {
    String scheme = base.getScheme();
    return ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
        && base.getHost() != null
        && base.getRawUserInfo() == null
        && base.getRawQuery() == null
        && base.getRawFragment() == null;
  }

  /** Names no more than scheme, host and path: the rest may hold a secret. */
  private static String noBase(URI base) {
    return "an endpoint must be an absolute http or https URI without user, query and fragment: "
        + base.getScheme()
        + "://"
        + base.getHost()
        + base.getRawPath();
  }

  /** The bases, with weights where they are not all the same. */
  @Override
  public String toString() {
    boolean even = weights.stream().distinct().count() <= 1;
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < bases.size(); i++) {
      texts.add(bases.get(i) + (even ? "" : " x" + weights.get(i)));
    }
    return "[" + String.join(", ", texts) + "]" + (weight == DEFAULT_WEIGHT ? "" : " x" + weight);
  }
}
