package dev.heed.verify.conformance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The results of this build are the committed ones, and the page is made from those. Runs after the
 * client modules, whose suites have left their results in their target folders.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class MatrixTest {

  /** The top folder. Tests of this module run in verify/conformance. */
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  private static final Path COMMITTED = ROOT.resolve("docs/conformance");
  private static final Path PAGE = ROOT.resolve("docs/conformance.md");

  /** JDKs in between are not in the matrix; what runs there is held to the suite alone. */
  private static final Set<Integer> JDKS = Set.of(17, 25);

  private static final boolean UPDATE = Boolean.getBoolean("conformance.update");

  @Test
  @Order(1)
  void theResultsOfThisBuildAreTheCommittedOnes() throws IOException {
    int jdk = Runtime.version().feature();
    if (!JDKS.contains(jdk)) {
      return;
    }
    Map<String, List<String>> run = ofThisBuild(jdk);
    if (UPDATE) {
      Files.createDirectories(COMMITTED);
      for (Map.Entry<String, List<String>> result : run.entrySet()) {
        Files.write(COMMITTED.resolve(result.getKey()), result.getValue());
      }
    }
    assertThat(Conformance.differences(run, read(COMMITTED, jdk)))
        .as("if that is meant: %s, on JDK 17 and on JDK 25", Page.UPDATE)
        .isEmpty();
  }

  @Test
  @Order(2)
  void thePageIsMadeFromTheCommittedResults() throws IOException {
    List<String> lines = new Page(committed()).lines();
    if (UPDATE) {
      Files.write(PAGE, lines);
    }
    assertThat(Files.readAllLines(PAGE))
        .as("docs/conformance.md; if that is meant: %s", Page.UPDATE)
        .isEqualTo(lines);
  }

  @Test
  void everyClientKeepsTheRulesOfAllClients() throws IOException {
    Set<String> rules =
        Conformance.rulesOfAllClients(Files.readString(ROOT.resolve("docs/rules.md")));
    assertThat(rules).hasSizeGreaterThan(15);
    assertThat(committed())
        .isNotEmpty()
        .allSatisfy(results -> assertThat(Conformance.violations(results, rules)).isEmpty());
  }

  private static List<Results> committed() {
    return JDKS.stream()
        .flatMap(jdk -> read(COMMITTED, jdk).entrySet().stream())
        .map(file -> Results.read(file.getKey(), file.getValue()))
        .toList();
  }

  private static Map<String, List<String>> ofThisBuild(int jdk) throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    try (Stream<Path> clients = Files.list(ROOT.resolve("clients"))) {
      clients
          .map(client -> client.resolve("target/conformance"))
          .forEach(folder -> found.putAll(read(folder, jdk)));
    }
    return found;
  }

  private static Map<String, List<String>> read(Path folder, int jdk) {
    if (!Files.isDirectory(folder)) {
      return Map.of();
    }
    Map<String, List<String>> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(path -> path.toString().endsWith("-jdk" + jdk + ".csv")).toList()) {
        found.put(file.getFileName().toString(), Files.readAllLines(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
