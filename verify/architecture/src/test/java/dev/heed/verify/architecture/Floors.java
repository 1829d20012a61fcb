package dev.heed.verify.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;

/**
 * The floors of core's packages, lowest first. A package sees lower floors only, never a sibling.
 */
final class Floors {

  private static final int ROOT_FLOOR = 3;

  /** The names below the root package. The root package itself is the floor above them all. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("http", "text", "time"),
          Set.of("stage", "guard", "hint", "transport", "observe"),
          Set.of("call", "retry", "attempt"));

  private final String root;

  /**
   * @param root the root package: the real one, or a fixture's
   */
  Floors(String root) {
    this.root = root;
  }

  ArchRule seeOnlyLowerFloors() {
    return ArchRuleDefinition.classes()
        .that(areBelowRoot())
        .should(dependOnLowerFloorsOnly())
        .as("packages see only lower floors and no siblings");
  }

  ArchRule freeOfCycles() {
    return SlicesRuleDefinition.slices().assignedFrom(onePerPackage()).should().beFreeOfCycles();
  }

  /**
   * Not ArchUnit's package patterns: one that matches too much makes a single slice, which is free
   * of cycles.
   */
  private SliceAssignment onePerPackage() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        return isBelowRoot(type)
            ? SliceIdentifier.of(type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  private DescribedPredicate<JavaClass> areBelowRoot() {
    return DescribedPredicate.describe("are below " + root, this::isBelowRoot);
  }

  private boolean isBelowRoot(JavaClass type) {
    return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
  }

  private ArchCondition<JavaClass> dependOnLowerFloorsOnly() {
    return new ArchCondition<>("depend on lower floors only") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (floorOf(type) < 0) {
          events.add(
              SimpleConditionEvent.violated(
                  type, type.getName() + " is in a package that has no floor"));
        }
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> !isAllowed(dependency))
            .map(dependency -> SimpleConditionEvent.violated(type, dependency.getDescription()))
            .forEach(events::add);
      }
    };
  }

  private boolean isAllowed(Dependency dependency) {
    JavaClass from = dependency.getOriginClass();
    JavaClass to = dependency.getTargetClass().getBaseComponentType();
    return !isBelowRoot(to) || nameOf(from).equals(nameOf(to)) || floorOf(to) < floorOf(from);
  }

  /** The first name below the root, so that a subpackage stands where its parent does. */
  private String nameOf(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(root) ? "" : name.substring(root.length() + 1).split("\\.", 2)[0];
  }

  private int floorOf(JavaClass type) {
    String name = nameOf(type);
    if (name.isEmpty()) {
      return ROOT_FLOOR;
    }
    for (int floor = 0; floor < FLOORS.size(); floor++) {
      if (FLOORS.get(floor).contains(name)) {
        return floor;
      }
    }
    return -1;
  }
}
