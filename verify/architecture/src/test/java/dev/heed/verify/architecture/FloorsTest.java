package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

class FloorsTest {

  private static final String FIXTURES = FloorsTest.class.getPackageName() + ".fixture.";

  private final JavaClasses core = Published.module("dev.heed.core").classes();
  private final Floors floors = new Floors("dev.heed");

  @Test
  void coreSeesOnlyLowerFloors() {
    floors.seeOnlyLowerFloors().check(core);
  }

  @Test
  void coreHasNoPackageCycles() {
    floors.freeOfCycles().check(core);
  }

  @Test
  void deliveryHasNoPackageCycles() {
    JavaClasses delivery = Published.module("dev.heed.delivery").classes();
    new Floors("dev.heed.delivery").freeOfCycles().check(delivery);
  }

  @Test
  void segmentHasNoPackageCycles() {
    JavaClasses segment = Published.module("dev.heed.segment").classes();
    new Floors("dev.heed.segment").freeOfCycles().check(segment);
  }

  @Test
  void lookingUpBreaksTheRule() {
    assertThat(report("upward", fixture("upward").seeOnlyLowerFloors()))
        .contains("upward.http.Low.looksUp()", "upward.retry.High");
  }

  @Test
  void lookingAsideBreaksTheRule() {
    assertThat(report("sibling", fixture("sibling").seeOnlyLowerFloors()))
        .contains("sibling.call.One.looksAside()", "sibling.retry.Other");
  }

  @Test
  void aPackageWithoutAFloorBreaksTheRule() {
    assertThat(report("unknown", fixture("unknown").seeOnlyLowerFloors()))
        .contains("unknown.extras.Stray is in a package that has no floor");
  }

  @Test
  void lookingDownKeepsTheRules() {
    assertThat(report("orderly", fixture("orderly").seeOnlyLowerFloors())).isEmpty();
    assertThat(report("orderly", fixture("orderly").freeOfCycles())).isEmpty();
  }

  @Test
  void twoPackagesThatSeeEachOtherBreakTheRule() {
    assertThat(report("cycle", fixture("cycle").freeOfCycles())).contains("Cycle detected");
  }

  private static Floors fixture(String name) {
    return new Floors(FIXTURES + name);
  }

  private static String report(String fixture, ArchRule rule) {
    JavaClasses classes = new ClassFileImporter().importPackages(FIXTURES + fixture);
    assertThat(classes).isNotEmpty();
    return String.join("\n", rule.evaluate(classes).getFailureReport().getDetails());
  }
}
