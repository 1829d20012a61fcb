package dev.heed.conformance;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A test that an adapter cannot pass because of its host, with the proof. Never silent: the test is
 * run and has to fail, or it needs a {@link Capability} that the adapter has not; the proof is a
 * test of the adapter's own, which shows the host doing it; and the matrix prints all of this.
 *
 * <pre>{@code
 * Exemption.of("R5", "aRefusedStreamIsSentAgainWhateverTheMethod")
 *     .in(Mode.BLOCKING_HTTP_2, Mode.ASYNC_HTTP_2)
 *     .because("the host reports a refused stream like any other broken one")
 *     .host("jdk.internal.net.http.Stream::incoming_reset raises a plain IOException")
 *     .shownBy(MyHostTest.class, "aRefusedStreamIsAPlainIoException")
 *     .build();
 * }</pre>
 */
public final class Exemption {

  private final String rule;
  private final String test;
  private final Set<Mode> modes;
  private final String reason;
  private final String host;
  private final Class<?> proofClass;
  private final String proofMethod;

  private Exemption(Builder builder, String reason, String host, Class<?> proofClass) {
    this.rule = builder.rule;
    this.test = builder.test;
    this.modes = Set.copyOf(builder.modes);
    this.reason = reason;
    this.host = host;
    this.proofClass = proofClass;
    this.proofMethod = builder.proofMethod;
  }

  /**
   * Begins an exemption, from all modes.
   *
   * @param rule a rule that the test shows, as in {@code R5}
   * @param test the name of the test's method in the suite
   */
  public static Builder of(String rule, String test) {
    return new Builder(rule, test);
  }

  /** The rule that is not kept. */
  public String rule() {
    return rule;
  }

  /** The test that cannot be passed. */
  public String test() {
    return test;
  }

  /** The modes in which it cannot be passed. */
  public Set<Mode> modes() {
    return modes;
  }

  /** Why, in a sentence. */
  public String reason() {
    return reason;
  }

  /** The place in the host's API, documentation or source that makes it impossible. */
  public String host() {
    return host;
  }

  /** The test that shows the host doing it, as in {@code MyHostTest.aRefusedStream}. */
  public String proof() {
    return proofClass.getSimpleName() + "." + proofMethod;
  }

  Class<?> proofClass() {
    return proofClass;
  }

  String proofMethod() {
    return proofMethod;
  }

  /** Test, rule and reason. */
  @Override
  public String toString() {
    return "the exemption from " + test + " (" + rule + "): " + reason;
  }

  /** Collects an exemption and checks it at {@link #build()}. */
  public static final class Builder {

    private final String rule;
    private final String test;
    private Set<Mode> modes = EnumSet.allOf(Mode.class);
    private @Nullable String reason;
    private @Nullable String host;
    private @Nullable Class<?> proofClass;
    private String proofMethod = "";

    private Builder(String rule, String test) {
      this.rule = rule;
      this.test = test;
    }

    /** In these modes only. */
    public Builder in(Mode first, Mode... more) {
      modes = EnumSet.of(first, more);
      return this;
    }

    /** Why the test cannot be passed, in a sentence. */
    public Builder because(String reason) {
      this.reason = reason;
      return this;
    }

    /** The place in the host's API, documentation or source that makes it impossible. */
    public Builder host(String place) {
      this.host = place;
      return this;
    }

    /** The test of the adapter's own that shows the host doing it. */
    public Builder shownBy(Class<?> tests, String method) {
      this.proofClass = tests;
      this.proofMethod = method;
      return this;
    }

    /**
     * The exemption.
     *
     * @throws IllegalStateException that names everything that is missing
     */
    public Exemption build() {
      List<String> missing = new ArrayList<>();
      if (reason == null) {
        missing.add("because");
      }
      if (host == null) {
        missing.add("host");
      }
      if (proofClass == null) {
        missing.add("shownBy");
      }
      if (reason == null || host == null || proofClass == null) {
        throw new IllegalStateException(
            "the exemption from " + test + " says nothing of: " + String.join(", ", missing));
      }
      return new Exemption(this, reason, host, proofClass);
    }
  }
}
