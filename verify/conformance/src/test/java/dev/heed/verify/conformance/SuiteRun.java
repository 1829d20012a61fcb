package dev.heed.verify.conformance;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.heed.conformance.Adapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What came of the suite on one client. */
final class SuiteRun implements TestExecutionListener {

  /** A test that failed, with the rules that it shows. */
  record Failed(String test, Set<String> rules, Throwable failure) {

    @Override
    public String toString() {
      return test + " " + rules + ": " + failure;
    }
  }

  private final List<Failed> failed = new ArrayList<>();
  private final Set<String> rules = new TreeSet<>();
  private int tests;

  private SuiteRun() {}

  /**
   * Runs the suite on this thread.
   *
   * @param wanted by the names of the tests' methods
   */
  static SuiteRun on(Adapter adapter, Predicate<String> wanted) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(InnerSuite.class))
            .filters(ClassNameFilter.includeClassNamePatterns(".*"), only(wanted))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .build();
    SuiteRun run = new SuiteRun();
    InnerSuite.ADAPTER.set(adapter);
    try {
      LauncherFactory.create().execute(request, run);
    } finally {
      InnerSuite.ADAPTER.remove();
    }
    return run;
  }

  private static PostDiscoveryFilter only(Predicate<String> wanted) {
    return test ->
        FilterResult.includedIf(
            test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .map(wanted::test)
                .orElse(true));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      tests++;
      rules.addAll(rules(test));
    }
    if (result.getStatus() != Status.SUCCESSFUL) {
      failed.add(new Failed(name(test), rules(test), result.getThrowable().orElseThrow()));
    }
  }

  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getMethodName())
        .orElse(test.getDisplayName());
  }

  private static Set<String> rules(TestIdentifier test) {
    return test.getTags().stream()
        .map(TestTag::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  int tests() {
    return tests;
  }

  /** The rules that any of the tests shows. */
  Set<String> rules() {
    return rules;
  }

  List<Failed> failed() {
    return failed;
  }
}
