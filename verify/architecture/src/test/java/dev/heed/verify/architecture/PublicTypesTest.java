package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** A public type is a decision, not a habit. */
class PublicTypesTest {

  @Test
  void atMostHalfOfCoreIsPublic(TestReporter reporter) {
    Ratio core = Ratio.of(Published.module("dev.heed.core").classes());
    reporter.publishEntry("public types of core", core.toString());
    assertThat(core.isAtMostHalf()).as(core.toString()).isTrue();
  }

  @Test
  void moreThanHalfPublicBreaksTheRule() {
    String fixture = getClass().getPackageName() + ".fixture.cycle";
    Ratio open = Ratio.of(new ClassFileImporter().importPackages(fixture));
    assertThat(open).hasToString("2 of 2 top-level types are public");
    assertThat(open.isAtMostHalf()).isFalse();
  }

  private record Ratio(long open, long all) {

    static Ratio of(Iterable<JavaClass> classes) {
      List<JavaClass> top = topLevel(classes);
      return new Ratio(
          top.stream().filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)).count(),
          top.size());
    }

    private static List<JavaClass> topLevel(Iterable<JavaClass> classes) {
      return StreamSupport.stream(classes.spliterator(), false)
          .filter(JavaClass::isTopLevelClass)
          .filter(type -> !type.getSimpleName().endsWith("-info"))
          .toList();
    }

    boolean isAtMostHalf() {
      return open * 2 <= all;
    }

    @Override
    public String toString() {
      return open + " of " + all + " top-level types are public";
    }
  }
}
