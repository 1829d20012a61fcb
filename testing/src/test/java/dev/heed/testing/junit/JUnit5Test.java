package dev.heed.testing.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.jdk.HeedHttpClient;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The same extension in a process with the oldest JUnit that it is for. */
final class JUnit5Test {

  private static final Path JUNIT_5 = Path.of("target/junit-5/junit-5.jar");

  private static String classPath() throws Exception {
    List<String> entries =
        Stream.of(Heed.class, HeedHttpClient.class, HeedExtension.class, OnAnotherJUnit.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .map(location -> Path.of(location.getPath()).toString())
            .collect(Collectors.toList());
    entries.add(JUNIT_5.toAbsolutePath().toString());
    return String.join(File.pathSeparator, entries);
  }

  @Test
  void givesChecksAndClosesOnJUnit5Too() throws Exception {
    assertThat(JUNIT_5).exists();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--select-class=" + OnAnotherJUnit.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output)
        .contains("1 tests successful", "1 tests failed", "elapsed PT7S")
        .contains("OnAnotherJUnit:fails()", "GET /orders/7 -> 429")
        .doesNotContain("NoSuchMethod", "NoClassDef");
  }
}
