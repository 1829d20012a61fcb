package dev.heed.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a test of the suite once for each mode, and keeps what came of it. */
final class ModesExtension implements TestTemplateInvocationContextProvider {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ModesExtension.class);

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  /** A test may be about a mode that the host has not. */
  @Override
  public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    ConformanceSuite suite = suite(context);
    Adapter adapter = suite.adapter();
    InEveryMode settings =
        AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), InEveryMode.class)
            .orElseThrow();
    Results results =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent(suite.getClass(), key -> new Results(adapter.name()), Results.class);
    return Arrays.stream(settings.value())
        .filter(adapter.modes()::contains)
        .map(mode -> new TrialRun(adapter, mode, List.of(settings.needs()), results))
        .map(TestTemplateInvocationContext.class::cast);
  }

  static ConformanceSuite suite(ExtensionContext context) {
    return context
        .getRequiredTestInstances()
        .findInstance(ConformanceSuite.class)
        .orElseThrow(() -> new IllegalStateException("a test outside of the suite"));
  }
}
