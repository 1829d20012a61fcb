package dev.heed.conformance;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** What is wrong with the exemptions of an adapter, apart from whether they are needed. */
final class ExemptionCheck {

  private ExemptionCheck() {}

  static List<String> violations(Adapter adapter) {
    Map<String, Set<String>> rulesByTest = rulesByTest();
    List<String> found = new ArrayList<>();
    Set<String> tests = new HashSet<>();
    for (Exemption exemption : adapter.exemptions()) {
      Set<String> rules = rulesByTest.get(exemption.test());
      if (rules == null) {
        found.add(exemption + " | the suite has no such test");
      } else if (!rules.contains(exemption.rule())) {
        found.add(exemption + " | the test is about " + rules);
      }
      if (!tests.add(exemption.test())) {
        found.add(exemption + " | there are two; name all modes in one");
      }
      if (exemption.modes().stream().noneMatch(adapter.modes()::contains)) {
        found.add(exemption + " | the adapter has none of its modes");
      }
      if (!isTest(exemption.proofClass(), exemption.proofMethod())) {
        found.add(exemption + " | there is no test " + exemption.proof());
      }
    }
    return found;
  }

  /** All tests of the suite, with the rules that each shows. */
  static Map<String, Set<String>> rulesByTest() {
    Map<String, Set<String>> rules = new HashMap<>();
    for (Class<?> group : ConformanceSuite.class.getDeclaredClasses()) {
      AnnotationSupport.findAnnotatedMethods(
              group,
              InEveryMode.class,
              org.junit.platform.commons.support.HierarchyTraversalMode.TOP_DOWN)
          .forEach(test -> rules.put(test.getName(), tags(test)));
    }
    return rules;
  }

  private static Set<String> tags(Method test) {
    return AnnotationSupport.findRepeatableAnnotations(test, Tag.class).stream()
        .map(Tag::value)
        .collect(Collectors.toSet());
  }

  private static boolean isTest(Class<?> type, String name) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(
            method ->
                method.getName().equals(name)
                    && AnnotationSupport.isAnnotated(method, Testable.class));
  }
}
