package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnippetsTest {

  /** Written so that this file itself has no snippet. */
  private static final String BEGIN = "    // " + "snippet: wait\n";

  private static final String END = "    // " + "end\n";

  private static final String SOURCE =
      "class A {\n  void a() {\n"
          + BEGIN
          + "    if (busy) {\n      waitFor(it);\n    }\n"
          + END
          + "  }\n}\n";

  private static final String PAGE =
      """
      # Page

      <!-- snippet: wait -->
      ```java
      if (busy) {
        waitFor(it);
      }
      ```

      ```sh
      ls
      ```
      """;

  @Test
  void allJavaOnAllPagesIsCompiledAndRun() {
    Map<String, String> pages = texts(Sources.pages());
    assertThat(pages).containsKeys("README.md", "docs/index.md");
    assertThat(Snippets.violations(texts(Sources.java()), pages)).isEmpty();
  }

  private static Map<String, String> texts(List<Path> files) {
    Map<String, String> texts = new TreeMap<>();
    files.forEach(file -> texts.put(Sources.ROOT.relativize(file).toString(), Sources.text(file)));
    return texts;
  }

  private static List<String> violations(String source, String page) {
    return Snippets.violations(Map.of("A.java", source), Map.of("page.md", page));
  }

  @Test
  void aBlockThatRepeatsItsSnippetKeepsTheRule() {
    assertThat(violations(SOURCE, PAGE)).isEmpty();
  }

  @Test
  void emptyLinesAroundASnippetDoNotCount() {
    assertThat(violations(SOURCE.replace(BEGIN, BEGIN + "\n").replace(END, "\n" + END), PAGE))
        .isEmpty();
  }

  @Test
  void aBlockThatDiffersBreaksTheRule() {
    assertThat(violations(SOURCE.replace("busy", "isBusy"), PAGE))
        .containsExactly(
            "page.md:4: differs from the snippet wait, which is now:\n"
                + "if (isBusy) {\n  waitFor(it);\n}");
  }

  @Test
  void aBlockWithoutAMarkBreaksTheRule() {
    String page = "```java\nint i;\n```\n" + PAGE;
    assertThat(violations(SOURCE, page))
        .containsExactly(
            "page.md:1: Java that nobody compiles; put <!-- snippet: name --> before it");
  }

  @Test
  void aMarkThatNoSnippetHasBreaksTheRule() {
    assertThat(violations("class A {}", PAGE))
        .containsExactly("page.md:4: there is no snippet wait");
  }

  @Test
  void aMarkWithoutABlockBreaksTheRule() {
    String mark = "<!-- snippet: wait -->\n";
    assertThat(violations(SOURCE, PAGE + mark + "text\n"))
        .containsExactly("page.md:13: no block of Java after the mark wait");
    assertThat(violations(SOURCE, PAGE + mark))
        .containsExactly("page.md: no block of Java after the mark wait");
  }

  @Test
  void aSnippetThatNoPageShowsBreaksTheRule() {
    assertThat(violations(SOURCE, "# Page\n")).containsExactly("snippet wait is shown on no page");
  }

  @Test
  void twoSnippetsOfOneNameBreakTheRule() {
    assertThat(violations(SOURCE + SOURCE, PAGE))
        .containsExactly("A.java: there is another snippet wait");
  }

  @Test
  void aSnippetThatDoesNotEndBreaksTheRule() {
    assertThat(violations(SOURCE.replace(END, ""), PAGE))
        .containsExactly("A.java: snippet wait has no end", "page.md:4: there is no snippet wait");
    assertThat(violations(SOURCE.replace(END, BEGIN + END), PAGE))
        .containsExactly("A.java: snippet wait begins inside wait");
  }
}
