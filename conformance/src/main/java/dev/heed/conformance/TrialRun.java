package dev.heed.conformance;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** One test in one mode: gives it its {@link Trial}, and judges how it ends. */
final class TrialRun
    implements TestTemplateInvocationContext, ParameterResolver, InvocationInterceptor {

  private final Adapter adapter;
  private final Mode mode;
  private final List<Capability> needs;
  private final Results results;

  TrialRun(Adapter adapter, Mode mode, List<Capability> needs, Results results) {
    this.adapter = adapter;
    this.mode = mode;
    this.needs = needs;
    this.results = results;
  }

  @Override
  public String getDisplayName(int invocation) {
    return mode.toString();
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Trial.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(ExtensionContext.Namespace.create(TrialRun.class))
        .computeIfAbsent(Trial.class, key -> new Trial(adapter, mode), Trial.class);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    String test = method.getExecutable().getName();
    // Until it is known to be better: also when the test is never heard of again.
    results.tested(context.getTags(), test, mode, Results.Outcome.FAILED);
    judge(test, invocation);
  }

  /** Runs a test, unless it cannot be run, and keeps what came of it. */
  void judge(String test, Invocation<@Nullable Void> invocation) throws Throwable {
    Optional<Exemption> exemption =
        adapter.exemptions().stream()
            .filter(entry -> entry.test().equals(test) && entry.modes().contains(mode))
            .findFirst();
    if (exemption.isPresent()) {
      mustFail(invocation, exemption.get());
      results.exempt(test, mode, exemption.get());
      return;
    }
    needs.forEach(need -> requireThere(need, test));
    invocation.proceed();
    results.tested(Set.of(), test, mode, Results.Outcome.PASSED);
  }

  private void requireThere(Capability need, String test) {
    if (!adapter.capabilities().contains(need)) {
      throw new AssertionError(
          adapter.name()
              + " does not name "
              + need
              + " among its capabilities: name it, or add an exemption from "
              + test
              + " that shows the host without it");
    }
  }

  private void mustFail(Invocation<@Nullable Void> invocation, Exemption exemption)
      throws Throwable {
    if (!adapter.capabilities().containsAll(needs)) {
      invocation.skip();
      return;
    }
    try {
      invocation.proceed();
    } catch (AssertionError | Exception expected) {
      return;
    }
    throw new AssertionError(
        exemption + " is not needed in the mode \"" + mode + "\": the test passes. Take it out");
  }
}
