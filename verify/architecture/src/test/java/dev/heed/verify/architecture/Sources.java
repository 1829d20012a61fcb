package dev.heed.verify.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The repository as files. */
final class Sources {

  /** The top folder. Tests of this module run in verify/architecture. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  private Sources() {}

  /** All Java sources that people wrote, but not the fixtures that break rules on purpose. */
  static List<Path> java() {
    return files(path -> path.toString().endsWith(".java") && path.toString().contains("/src/"));
  }

  /** All pages that people read: the documentation and what stands beside the sources. */
  static List<Path> pages() {
    return files(path -> path.toString().endsWith(".md"));
  }

  static boolean isTest(Path source) {
    String path = ROOT.relativize(source).toString();
    return path.contains("src/test/") || path.startsWith("verify/");
  }

  /** Whether a source holds tests: the conformance suite is tests that are published. */
  static boolean holdsTests(Path source) {
    return isTest(source) || ROOT.relativize(source).startsWith("conformance");
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private static List<Path> files(Predicate<Path> wanted) {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(path -> !isForeign(ROOT.relativize(path)))
          .filter(wanted)
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isForeign(Path path) {
    for (Path name : path) {
      if (name.toString().equals("target") || name.toString().startsWith(".")) {
        return true;
      }
    }
    return path.toString().contains("dev/heed/verify/architecture/fixture/")
        || path.toString().contains("/resources/");
  }
}
