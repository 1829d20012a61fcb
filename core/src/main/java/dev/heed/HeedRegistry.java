package dev.heed;

import dev.heed.text.Words;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Named clients: a plan for each name, made of what is said about all clients and of what is said
 * about the one.
 *
 * <pre>{@code
 * HeedRegistry registry =
 *     HeedRegistry.of(
 *         ClientSettings.builder()
 *             .defaults(plan -> plan.callTimeout(Duration.ofSeconds(30)))
 *             .client("payments", plan -> plan.perCall(Stages.deduplicatedByServer()))
 *             .client("search")
 *             .build());
 * Heed payments = registry.plan("payments");
 * }</pre>
 *
 * <p>Settings come in layers, say of the code and of a file; a later layer wins over an earlier
 * one. What any layer says about all clients is applied before what any layer says about the one,
 * whatever the order: setting by setting, and stage by stage of the same kind. A plan therefore has
 * one retry, however many layers speak of it.
 *
 * <p>All settings can be replaced at any time. A plan that was handed out is kept and follows:
 * calls that begin after the replacement use the new settings, calls that run finish on theirs, and
 * what a guard knows is kept unless its own settings have changed.
 *
 * <p>Safe for use by several threads.
 */
public final class HeedRegistry {

  private static final Logger LOG = System.getLogger("dev.heed.call");

  private final List<Consumer<? super Replacement>> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, Heed> plans = new LinkedHashMap<>();
  private final Set<String> handedOut = new HashSet<>();

  private HeedRegistry() {}

  /**
   * A registry of the clients that these layers name.
   *
   * @param layers a later one wins over an earlier one
   * @throws IllegalArgumentException that lists everything that is wrong with any client
   */
  public static HeedRegistry of(ClientSettings... layers) {
    HeedRegistry registry = new HeedRegistry();
    registry.replace(layers);
    return registry;
  }

  /** The names of the clients, in the order in which they were named first. A copy. */
  public Set<String> clients() {
    synchronized (plans) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(plans.keySet()));
    }
  }

  /**
   * The plan of a client: always the same object, which follows all replacements.
   *
   * @throws IllegalArgumentException if no client has this name; the message tells those that there
   *     are, and the one that is most likely meant
   */
  public Heed plan(String client) {
    Objects.requireNonNull(client, "client");
    synchronized (plans) {
      Heed plan = plans.get(client);
      if (plan == null) {
        throw new IllegalArgumentException(
            "there is no client '" + Words.shown(client) + "'" + meant(client, plans.keySet()));
      }
      handedOut.add(client);
      return plan;
    }
  }

  private static String meant(String client, Set<String> known) {
    return Words.nearest(client, known).map(near -> ", did you mean '" + near + "'").orElse("")
        + "; "
        + (known.isEmpty() ? "no client is named" : "there are " + String.join(", ", known));
  }

  /**
   * Adds a listener that is told of each client that follows effectively other settings, on the
   * thread that replaces them, after all clients follow theirs. An exception is logged and changes
   * nothing.
   */
  public HeedRegistry listener(Consumer<? super Replacement> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Replaces all settings: by these layers, and nothing of what was said before. Either all clients
   * follow the new settings, or none. Clients may be added; one whose plan was handed out must
   * still be named.
   *
   * @param layers a later one wins over an earlier one
   * @throws IllegalArgumentException that lists everything that is wrong with any client; all
   *     clients then keep what they have, and a later replacement works
   */
  public void replace(ClientSettings... layers) {
    List<ClientSettings> given = List.of(layers);
    List<Replacement> replacements;
    synchronized (plans) {
      Proposal proposal = new Proposal(given);
      replacements = proposal.accept();
    }
    replacements.forEach(this::tell);
  }

  private void tell(Replacement replacement) {
    for (Consumer<? super Replacement> listener : listeners) {
      try {
        listener.accept(replacement);
      } catch (Throwable e) {
        LOG.log(Level.WARNING, "a listener of the registry failed", e);
      }
    }
  }

  /** New settings for all clients, which are taken as a whole or not at all. */
  private final class Proposal {

    private final List<String> violations = new ArrayList<>();
    private final Map<String, PlanSettings> proposed = new LinkedHashMap<>();

    Proposal(List<ClientSettings> layers) {
      for (ClientSettings layer : layers) {
        for (String client : layer.clients()) {
          if (!proposed.containsKey(client)) {
            proposed.put(client, settings(client, layers));
          }
        }
      }
      handedOut.stream()
          .filter(client -> !proposed.containsKey(client))
          .sorted()
          .map(
              client ->
                  "client '"
                      + client
                      + "' is in use and must still be named, if only to take the defaults")
          .forEach(violations::add);
      if (!violations.isEmpty()) {
        throw new IllegalArgumentException(String.join("\n", violations));
      }
    }

    private PlanSettings settings(String client, List<ClientSettings> layers) {
      Heed.Builder plan = Heed.builder(client);
      List<String> found = new ArrayList<>();
      try {
        layers.forEach(layer -> apply(layer::applyDefaults, plan));
        layers.forEach(layer -> apply(layer::applyOwn, plan));
        found.addAll(plan.violations());
      } catch (RuntimeException e) {
        found.add(String.valueOf(e.getMessage()));
      }
      Heed running = plans.get(client);
      if (running != null && running.time() != plan.settings.time) {
        found.add("the time source of a client cannot be replaced");
      }
      if (!found.isEmpty()) {
        violations.add(plan.settings.cannotBeBuilt(found));
      }
      return plan.settings;
    }

    /** What comes later replaces the stages of its kinds. */
    private void apply(Consumer<Heed.Builder> layer, Heed.Builder plan) {
      layer.accept(plan);
      plan.settings.endDefaults();
    }

    /** What differs effectively, for each client. */
    List<Replacement> accept() {
      Map<Heed, Composition> following = new LinkedHashMap<>();
      Map<String, Heed> next = new LinkedHashMap<>();
      proposed.forEach(
          (client, settings) -> {
            Heed plan = plans.get(client);
            if (plan == null) {
              plan = new Heed(settings);
            } else {
              following.put(plan, Composition.of(settings));
            }
            next.put(client, plan);
          });
      List<Replacement> replacements = new ArrayList<>();
      following.forEach(
          (plan, composition) -> {
            Replacement replacement = new Replacement(plan.current(), composition);
            plan.follow(composition);
            if (!replacement.differences().isEmpty()) {
              replacements.add(replacement);
            }
          });
      plans.clear();
      plans.putAll(next);
      return replacements;
    }
  }
}
