package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.verify.architecture.fixture.api.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApiTest {

  private static final Path DUMPS = Sources.ROOT.resolve("docs/api");

  private static final String UPDATE = "mvn verify -Dapi.update=true";

  static Stream<Published.Module> modules() {
    return Published.modules().stream().filter(module -> !module.descriptor().exports().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void theApiIsAsCommitted(Published.Module module) throws IOException {
    Path file = DUMPS.resolve(module.name() + ".txt");
    List<String> current = ApiDump.of(module);
    if (Boolean.getBoolean("api.update")) {
      Files.createDirectories(DUMPS);
      Files.writeString(file, String.join("\n", withHeader(module, current)) + "\n");
    }
    List<String> committed = Files.exists(file) ? Files.readAllLines(file) : List.of();
    assertThat(ApiChange.between(committed, withHeader(module, current)))
        .as("the API differs from %s; if that is meant: %s", Sources.ROOT.relativize(file), UPDATE)
        .isEmpty();
  }

  private static List<String> withHeader(Published.Module module, List<String> lines) {
    List<String> all = new ArrayList<>();
    all.add("# The public API of " + module.name() + ", written by the build: " + UPDATE);
    all.addAll(lines);
    return all;
  }

  @Test
  void theDumpShowsWhatUsersAndSubclassesSee() {
    String name = Sample.class.getCanonicalName();
    List<Class<?>> types = new ArrayList<>(List.of(Sample.class.getDeclaredClasses()));
    types.add(Sample.class);
    assertThat(ApiDump.of(types))
        .containsExactlyElementsOf(Sample.EXPECTED.lines().map(l -> l.replace("$", name)).toList());
  }

  @Test
  void whatIsGoneIsMarkedAsRemoved() {
    assertThat(ApiChange.between(List.of("class a.B", "a.B | int c()"), List.of("class a.B")))
        .containsExactly("REMOVED a.B | int c()");
  }

  @Test
  void anotherSignatureIsMarkedAsChanged() {
    assertThat(
            ApiChange.between(
                List.of("final class a.B", "a.B | int c()"),
                List.of("class a.B", "a.B | long c(int)")))
        .containsExactly(
            "CHANGED final class a.B\n     to class a.B",
            "CHANGED a.B | int c()\n     to a.B | long c(int)");
  }

  @Test
  void whatIsNewIsMarkedAsAdded() {
    assertThat(ApiChange.between(List.of(), List.of("class a.B : a.C", "a.B | new()")))
        .containsExactly("ADDED   class a.B : a.C", "ADDED   a.B | new()");
  }

  @Test
  void theSameApiHasNoChanges() {
    assertThat(ApiChange.between(List.of("class a.B"), List.of("class a.B"))).isEmpty();
  }
}
