package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** A public type is a decision, not a habit. What is not exported is public to nobody. */
class PublicTypesTest {

  @Test
  void usersSeeAtMostHalfOfCore(TestReporter reporter) {
    Published.Module module = Published.module("dev.heed.core");
    Ratio core = Ratio.of(module.classes(), module.exported());
    reporter.publishEntry("core", core.toString());
    assertThat(core.isAtMostHalf()).as(core.toString()).isTrue();
  }

  @Test
  void moreThanHalfBreaksTheRule() {
    String fixture = getClass().getPackageName() + ".fixture.cycle.";
    JavaClasses classes =
        new ClassFileImporter().importPackages(fixture + "http", fixture + "time");
    Ratio both = Ratio.of(classes, Set.of(fixture + "http", fixture + "time"));
    assertThat(both).hasToString("users see 2 of 2 top-level types");
    assertThat(both.isAtMostHalf()).isFalse();
    assertThat(Ratio.of(classes, Set.of(fixture + "http")).isAtMostHalf()).isTrue();
  }

  private record Ratio(long seen, long all) {

    static Ratio of(JavaClasses classes, Set<String> exported) {
      List<JavaClass> top =
          classes.stream()
              .filter(JavaClass::isTopLevelClass)
              .filter(type -> !type.getSimpleName().endsWith("-info"))
              .toList();
      long seen =
          top.stream()
              .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
              .filter(type -> exported.contains(type.getPackageName()))
              .count();
      return new Ratio(seen, top.size());
    }

    boolean isAtMostHalf() {
      return seen * 2 <= all;
    }

    @Override
    public String toString() {
      return "users see " + seen + " of " + all + " top-level types";
    }
  }
}
