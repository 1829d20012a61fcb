package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests of the modules run on the class path; this is where they are modules. */
class ModulesTest {

  private final ModuleFinder everything =
      ModuleFinder.of(
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
              .map(Path::of)
              .filter(ModulesTest::isNeededAtRunTime)
              .toArray(Path[]::new));

  @Test
  void publishedModulesResolveAndLoadAsModules() {
    ModuleLayer layer = layer(roots());
    for (Published.Module module : Published.modules()) {
      assertThat(ApiDump.classNames(module))
          .isNotEmpty()
          .allSatisfy(
              name ->
                  assertThatCode(() -> load(layer, module.name(), name))
                      .doesNotThrowAnyException());
    }
  }

  /** The published modules, and the libraries that they can be used with. */
  private Set<String> roots() {
    Set<String> optional =
        Published.modules().stream()
            .flatMap(module -> module.descriptor().requires().stream())
            .filter(required -> required.modifiers().contains(Modifier.STATIC))
            .map(ModuleDescriptor.Requires::name)
            .filter(name -> everything.find(name).isPresent())
            .collect(Collectors.toSet());
    return Stream.concat(
            optional.stream(), Published.modules().stream().map(Published.Module::name))
        .collect(Collectors.toSet());
  }

  private ModuleLayer layer(Set<String> names) {
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved =
        boot.configuration().resolveAndBind(everything, ModuleFinder.of(), names);
    return ModuleLayer.defineModulesWithOneLoader(
            resolved, List.of(boot), ClassLoader.getPlatformClassLoader())
        .layer();
  }

  private static void load(ModuleLayer layer, String module, String name)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName(name, false, layer.findLoader(module));
    assertThat(type.getModule().getName()).isEqualTo(module);
    // Linking asks for the types of all signatures.
    assertThat(type.getDeclaredMethods()).isNotNull();
  }

  private static boolean isNeededAtRunTime(Path entry) {
    String path = entry.toString();
    return !path.contains("test-classes") && !path.contains("jspecify");
  }
}
