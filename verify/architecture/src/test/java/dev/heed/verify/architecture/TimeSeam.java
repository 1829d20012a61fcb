package dev.heed.verify.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Only the time seam reads a clock, sleeps, keeps timers, draws a number or uses a shared pool. A
 * random UUID is not among the numbers: a key has to be unique, and nothing is decided by it.
 */
final class TimeSeam {

  /** Types whose mere use gives it away. */
  private static final Set<String> TYPES =
      Set.of(
          "java.time.Clock",
          "java.time.InstantSource",
          "java.util.Timer",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.concurrent.ThreadLocalRandom",
          "java.util.random.RandomGenerator",
          "java.security.SecureRandom",
          "java.util.concurrent.ScheduledExecutorService",
          "java.util.concurrent.ScheduledThreadPoolExecutor",
          "java.util.concurrent.ForkJoinPool");

  /** Methods of types that are harmless otherwise. */
  private static final Map<String, Set<String>> METHODS =
      Map.of(
          "java.lang.System", Set.of("nanoTime", "currentTimeMillis"),
          "java.lang.Thread", Set.of("sleep"),
          "java.lang.Object", Set.of("wait"),
          "java.lang.Math", Set.of("random"),
          "java.lang.StrictMath", Set.of("random"),
          "java.util.Calendar", Set.of("getInstance"),
          "java.util.concurrent.TimeUnit", Set.of("sleep"),
          "java.util.concurrent.locks.LockSupport", Set.of("park", "parkNanos", "parkUntil"),
          "java.util.concurrent.CompletableFuture",
              Set.of("delayedExecutor", "orTimeout", "completeOnTimeout"));

  private TimeSeam() {}

  /**
   * @param seams the packages that may do all this, and classes with what is nested in them
   */
  static ArchRule onlyIn(String... seams) {
    return ArchRuleDefinition.classes()
        .that(DescribedPredicate.describe("are outside the seam", type -> !isIn(type, seams)))
        .should(readNoClock())
        .as("only " + String.join(", ", seams) + " touch clocks, timers, chance and shared pools");
  }

  private static boolean isIn(JavaClass type, String... seams) {
    return Arrays.stream(seams)
        .anyMatch(
            seam ->
                type.getPackageName().equals(seam)
                    || type.getName().equals(seam)
                    || type.getName().startsWith(seam + "$"));
  }

  private static ArchCondition<JavaClass> readNoClock() {
    return new ArchCondition<>("read no clock") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        type.getDirectDependenciesFromSelf().stream()
            .filter(TimeSeam::isBannedType)
            .map(found -> SimpleConditionEvent.violated(type, found.getDescription()))
            .forEach(events::add);
        type.getAccessesFromSelf().stream()
            .filter(TimeSeam::isBannedAccess)
            .map(found -> SimpleConditionEvent.violated(type, found.getDescription()))
            .forEach(events::add);
      }
    };
  }

  private static boolean isBannedType(Dependency dependency) {
    return TYPES.contains(dependency.getTargetClass().getBaseComponentType().getName());
  }

  private static boolean isBannedAccess(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getName();
    return METHODS.getOrDefault(owner, Set.of()).contains(name)
        || (owner.startsWith("java.time.") && name.equals("now"))
        || isOnCommonPool(access);
  }

  /** The ...Async methods without an executor, and parallel streams, run on the common pool. */
  private static boolean isOnCommonPool(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getName();
    boolean future =
        owner.equals("java.util.concurrent.CompletableFuture")
            || owner.equals("java.util.concurrent.CompletionStage");
    return (future && name.endsWith("Async") && !takesExecutor(access))
        || name.equals("parallelStream");
  }

  private static boolean takesExecutor(JavaAccess<?> access) {
    return access.getTarget().getFullName().contains("java.util.concurrent.Executor");
  }
}
