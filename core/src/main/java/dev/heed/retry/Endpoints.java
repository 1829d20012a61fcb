package dev.heed.retry;

import dev.heed.time.TimeSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where the attempts of a hedged call go, in place of the host that the request names: each to
 * another group of endpoints, so that one in trouble does not fail the call. Immutable.
 *
 * <p>The first attempt takes the first group, each hedge the next; when no group is left, no
 * further hedge starts. Headers go with the request, those with credentials too, so all endpoints
 * must be ones that may see them. The {@code Host} header is that of the endpoint.
 */
public final class Endpoints {

  private final List<EndpointGroup> groups;
  private final boolean firstByWeight;
  private final boolean allByWeight;

  private Endpoints(List<EndpointGroup> groups, boolean firstByWeight, boolean allByWeight) {
    this.groups = List.copyOf(groups);
    this.firstByWeight = firstByWeight;
    this.allByWeight = allByWeight;
  }

  /** Groups that are used in this order: a preferred one, and those that stand in for it. */
  public static Endpoints ordered(EndpointGroup... groups) {
    return new Endpoints(List.of(groups), false, false);
  }

  /** Groups of which each attempt draws one by weight that the call has not used yet. */
  public static Endpoints weighted(EndpointGroup... groups) {
    return new Endpoints(List.of(groups), true, true);
  }

  /**
   * Groups of which the first attempt draws one by weight; the hedges take the others in this
   * order.
   */
  public static Endpoints weightedFirst(EndpointGroup... groups) {
    return new Endpoints(List.of(groups), true, false);
  }

  /** How many attempts of one call find an endpoint. */
  int size() {
    return groups.size();
  }

  /** The bases that the attempts of one call use, in the order of their turns; at most so many. */
  List<URI> draw(int most, TimeSource time) {
    List<EndpointGroup> left = new ArrayList<>(groups);
    List<URI> drawn = new ArrayList<>();
    while (!left.isEmpty() && drawn.size() < most) {
      boolean byWeight = drawn.isEmpty() ? firstByWeight : allByWeight;
      EndpointGroup next = left.remove(byWeight && left.size() > 1 ? drawn(left, time) : 0);
      drawn.add(next.draw(time.random()));
    }
    return drawn;
  }

  private static int drawn(List<EndpointGroup> groups, TimeSource time) {
    return drawn(groups.stream().map(EndpointGroup::weight).toList(), time.random());
  }

  /** The index of the part of a line of these lengths into which a point falls. */
  static int drawn(List<Integer> weights, double random) {
    long sum = weights.stream().mapToLong(Integer::longValue).sum();
    double point = random * sum;
    long upTo = 0;
    for (int i = 0; i < weights.size() - 1; i++) {
      upTo += weights.get(i);
      if (point < upTo) {
        return i;
      }
    }
    return weights.size() - 1;
  }

  /**
   * The place that a request names, below a base. Nothing is decoded on the way: an escaped slash
   * stays one.
   */
  static URI resolve(URI base, URI request) {
    String prefix = Objects.toString(base.getRawPath(), "");
    String path = Objects.toString(request.getRawPath(), "");
    boolean slashed = prefix.endsWith("/") && path.startsWith("/");
    String query = request.getRawQuery();
    return URI.create(
        base.getScheme()
            + "://"
            + base.getRawAuthority()
            + (slashed ? prefix.substring(0, prefix.length() - 1) : prefix)
            + path
            + (query == null ? "" : "?" + query));
  }

  List<String> violations() {
    List<String> violations = new ArrayList<>();
    if (groups.isEmpty()) {
      violations.add("endpoints must have at least one group");
    }
    groups.forEach(group -> group.addViolations(violations));
    return violations;
  }

  /** The groups and how they are used. */
  @Override
  public String toString() {
    String how =
        allByWeight ? "weighted" : firstByWeight ? "first weighted, then ordered" : "ordered";
    return how + " " + String.join(", ", groups.stream().map(EndpointGroup::toString).toList());
  }
}
