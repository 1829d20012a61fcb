package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Without this, a module that nobody lists here would keep all rules by not being looked at. */
class PublishedTest {

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final Pattern NAME = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");

  @Test
  void everyPublishedModuleIsLookedAt() throws IOException {
    List<String> lookedAt = Published.modules().stream().map(Published.Module::name).toList();
    assertThat(publishedFolders())
        .isNotEmpty()
        .allSatisfy(
            folder -> {
              Path descriptor = folder.resolve("src/main/java/module-info.java");
              assertThat(descriptor).exists();
              assertThat(lookedAt)
                  .as("dependencies of verify/architecture")
                  .contains(group(NAME, Files.readString(descriptor)).get(0));
            });
  }

  private static List<Path> publishedFolders() throws IOException {
    return group(MODULE, Files.readString(Sources.ROOT.resolve("pom.xml"))).stream()
        .map(Sources.ROOT::resolve)
        .filter(PublishedTest::isPublished)
        .toList();
  }

  private static boolean isPublished(Path folder) {
    String pom = Sources.text(folder.resolve("pom.xml"));
    return !pom.contains("<maven.deploy.skip>true</maven.deploy.skip>")
        && !pom.contains("<packaging>pom</packaging>");
  }

  private static List<String> group(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
