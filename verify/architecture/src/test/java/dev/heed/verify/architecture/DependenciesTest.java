package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DependenciesTest {

  private static final Set<String> ON_THE_JDK_ALONE =
      Set.of("dev.heed.core", "dev.heed.jdk", "dev.heed.delivery", "dev.heed.segment");

  static Stream<Published.Module> modulesOnTheJdkAlone() {
    return Published.modules().stream().filter(module -> ON_THE_JDK_ALONE.contains(module.name()));
  }

  @ParameterizedTest
  @MethodSource("modulesOnTheJdkAlone")
  void coreJdkClientDeliveryAndSegmentDependOnTheJdkAlone(Published.Module module) {
    Dependencies.jdkAlone("dev.heed").check(module.classes());
    assertThat(Dependencies.foreign(module.descriptor())).isEmpty();
  }

  @Test
  void theTestKitUsesLibrariesOnlyInTheirPackages() {
    Published.Module testing = Published.module("dev.heed.testing");
    Dependencies.jdkAloneOutside("dev.heed", "dev.heed.testing.junit", "dev.heed.testing.reactor")
        .check(testing.classes());
  }

  @Test
  void usingAPackageThatNeedsALibraryBreaksTheRule() {
    Published.Module testing = Published.module("dev.heed.testing");
    List<String> details =
        Dependencies.jdkAloneOutside("dev.heed", "dev.heed.core", "dev.heed.time")
            .evaluate(testing.classes())
            .getFailureReport()
            .getDetails();
    assertThat(details).anyMatch(detail -> detail.contains("dev.heed.time.TimeSource"));
  }

  @Test
  void usingALibraryBreaksTheRule() {
    String fixture = getClass().getPackageName() + ".fixture.library";
    List<String> details =
        Dependencies.jdkAlone("dev.heed")
            .evaluate(new ClassFileImporter().importPackages(fixture))
            .getFailureReport()
            .getDetails();
    assertThat(details).anyMatch(detail -> detail.contains("org.assertj.core.api.Condition"));
  }

  @Test
  void requiringALibraryBreaksTheRule() {
    ModuleDescriptor module =
        ModuleDescriptor.newModule("fixture")
            .requires("java.net.http")
            .requires("org.slf4j")
            .requires("dev.heed.core")
            .build();
    assertThat(Dependencies.foreign(module)).containsExactly("org.slf4j");
  }
}
