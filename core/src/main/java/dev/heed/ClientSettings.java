package dev.heed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is said about named clients: about all of them, and about each. Immutable. A {@link
 * HeedRegistry} makes plans of it.
 *
 * <p>The functions given are kept and may be run again, on any thread: they set what they set on
 * the builder they get, and nothing else.
 */
public final class ClientSettings {

  private final List<Consumer<? super Heed.Builder>> defaults;
  private final Map<String, List<Consumer<? super Heed.Builder>>> clients;

  private ClientSettings(Builder builder) {
    defaults = List.copyOf(builder.defaults);
    Map<String, List<Consumer<? super Heed.Builder>>> copy = new LinkedHashMap<>();
    builder.clients.forEach((name, settings) -> copy.put(name, List.copyOf(settings)));
    clients = Collections.unmodifiableMap(copy);
  }

  /** A builder that says nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** The names of the clients, in the order in which they were named first. Unmodifiable. */
  public Set<String> clients() {
    return clients.keySet();
  }

  /** Sets what all clients get. */
  void applyDefaults(Heed.Builder plan) {
    defaults.forEach(settings -> settings.accept(plan));
  }

  /** Sets what this client gets beyond the defaults; nothing when it is not named. */
  void applyOwn(Heed.Builder plan) {
    clients.getOrDefault(plan.settings.name, List.of()).forEach(settings -> settings.accept(plan));
  }

  /** Collects settings. Not safe for use by several threads. */
  public static final class Builder {

    private final List<Consumer<? super Heed.Builder>> defaults = new ArrayList<>();
    private final Map<String, List<Consumer<? super Heed.Builder>>> clients = new LinkedHashMap<>();

    private Builder() {}

    /**
     * What all clients get, before anything that is said about one of them, whatever the order of
     * the calls. May be called again: the later wins where both set the same.
     */
    public Builder defaults(Consumer<? super Heed.Builder> settings) {
      defaults.add(Objects.requireNonNull(settings, "settings"));
      return this;
    }

    /** A client that has the defaults and nothing of its own. */
    public Builder client(String name) {
      own(name);
      return this;
    }

    /**
     * What this client gets: each setting and each stage in place of the default of its kind. May
     * be called again: the later wins where both set the same.
     */
    public Builder client(String name, Consumer<? super Heed.Builder> settings) {
      own(name).add(Objects.requireNonNull(settings, "settings"));
      return this;
    }

    private List<Consumer<? super Heed.Builder>> own(String name) {
      return clients.computeIfAbsent(
          Objects.requireNonNull(name, "name"), unused -> new ArrayList<>());
    }

    /** The settings. What they set is checked when plans are made of them. */
    public ClientSettings build() {
      return new ClientSettings(this);
    }
  }
}
