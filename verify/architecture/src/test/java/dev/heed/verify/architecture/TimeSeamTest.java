package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.heed.verify.architecture.fixture.clock.FixtureClasses;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSeamTest {

  @Test
  void onlyTheTimeSeamTouchesClocksTimersAndChance() {
    // The clock that a test moves stops waiting after a while of real time, to report instead of
    // hanging. Resilience4j wants a java.time.Clock: one that shows the seam's time.
    TimeSeam.onlyIn(
            "dev.heed.time", "dev.heed.testing.VirtualTime", "dev.heed.resilience4j.PlanClock")
        .check(Published.classes());
  }

  @Test
  void everyWayToReadAClockBreaksTheRule() {
    JavaClasses fixture = new ClassFileImporter().importClasses(FixtureClasses.BREAKS);
    String report = report(fixture);
    assertThat(fixture.get(FixtureClasses.BREAKS).getMethods())
        .hasSize(19)
        .extracting(JavaMethod::getName)
        .allSatisfy(method -> assertThat(report).contains("ReadsClocks." + method + "("));
  }

  @Test
  void computingWithGivenTimesKeepsTheRule() {
    assertThat(report(new ClassFileImporter().importClasses(FixtureClasses.KEEPS))).isEmpty();
  }

  @Test
  void theSeamItselfMay() {
    JavaClasses fixture = new ClassFileImporter().importClasses(FixtureClasses.BREAKS);
    String seam = FixtureClasses.BREAKS.getPackageName();
    assertThat(TimeSeam.onlyIn(seam).allowEmptyShould(true).evaluate(fixture).hasViolation())
        .isFalse();
  }

  @Test
  void aClassCanBeASeamWithoutItsNeighbors() {
    JavaClasses fixture = new ClassFileImporter().importClasses(FixtureClasses.BREAKS);
    String neighbor = FixtureClasses.BREAKS.getName().replaceAll("s$", "");
    assertThat(
            TimeSeam.onlyIn(FixtureClasses.BREAKS.getName())
                .allowEmptyShould(true)
                .evaluate(fixture)
                .hasViolation())
        .isFalse();
    assertThat(TimeSeam.onlyIn(neighbor).evaluate(fixture).hasViolation()).isTrue();
  }

  private static String report(JavaClasses classes) {
    List<String> details =
        TimeSeam.onlyIn("dev.heed.time").evaluate(classes).getFailureReport().getDetails();
    return String.join("\n", details);
  }
}
