package dev.heed.verify.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {

  @Test
  void allSourcesKeepTheirShape() {
    assertThat(Sources.java())
        .isNotEmpty()
        .flatMap(file -> Shape.violations(JavaSource.read(file), Sources.isTest(file)))
        .isEmpty();
  }

  @Test
  void aFileOfFourHundredOneLinesBreaksTheRule() {
    assertThat(main(lines(399) + "final class A {}")).isEmpty();
    assertThat(main(lines(400) + "final class A {}")).containsExactly("A: 401 lines, at most 400");
  }

  @Test
  void aTestMayHaveEightHundredLines() {
    assertThat(test(lines(799) + "class A {}")).isEmpty();
    assertThat(test(lines(800) + "class A {}")).containsExactly("A: 801 lines, at most 800");
  }

  @Test
  void aMethodOfFortyOneLinesBreaksTheRule() {
    String before = "final class A {\n/** Not\n counted. */\n@Deprecated\npublic void m() {\n";
    assertThat(main(before + lines(38) + "}\n}")).isEmpty();
    assertThat(main(before + lines(39) + "}\n}"))
        .singleElement()
        .asString()
        .endsWith("m has 41 lines, at most 40");
  }

  @Test
  void aConstructorOfSevenParametersBreaksTheRule() {
    assertThat(main("final class A { A(int a, int b, int c, int d, int e, int f) {} }")).isEmpty();
    assertThat(main("final class A { A(int a, int b, int c, int d, int e, int f, int g) {} }"))
        .containsExactly("A:1: constructor with 7 parameters, at most 6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (a) {}",
        "for (;;) {}",
        "for (int i : x) {}",
        "while (a) {}",
        "do {} while (a);",
        "switch (a) {}",
        "int i = switch (a) { default -> 1; };",
        "try {} finally {}",
        "synchronized (a) {}",
        "Runnable r = () -> { if (a) {} };",
      })
  void theFourthLevelBreaksTheRule(String fourth) {
    assertThat(main(nested(fourth))).containsExactly("A:1: nested 4 deep, at most 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{ int i = 1; }", "return;"})
  void threeLevelsKeepTheRule(String inside) {
    assertThat(main(nested(inside))).isEmpty();
  }

  @Test
  void elseIfIsNotDeeper() {
    assertThat(main(nested("").replace("while (b) {}", "if (c) {} else if (d) {} else if (e) {}")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thread.sleep(1)",
        "java.lang.Thread.sleep(1)",
        "TimeUnit.SECONDS.sleep(1)",
        "SECONDS.sleep(1)",
        "sleep(1)",
        "run(Thread::sleep)",
        "LockSupport.parkNanos(1)",
        "LockSupport.parkUntil(1)",
        "CompletableFuture.delayedExecutor(1, SECONDS)",
      })
  void aTestThatSleepsBreaksTheRule(String sleep) {
    String source = "class A { void m() throws Exception { " + sleep + "; } }";
    assertThat(test(source)).containsExactly("A:1: a test that sleeps");
  }

  @Test
  void sleepOfSomethingElseKeepsTheRule() {
    assertThat(test("class A { void m() { clock.sleep(1); run(clock::sleep); } }")).isEmpty();
  }

  @Test
  void aLimitedPollKeepsTheRule() {
    String source = "class A { void m() { LockSupport.parkNanos(1); } }";
    assertThat(Shape.violations(JavaSource.parse("a/Eventually.java", source), true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"class A {}", "abstract class A {}", "non-sealed class A {}"})
  void aClassOpenToSubclassesBreaksTheRule(String source) {
    assertThat(main(source))
        .containsExactly("A:1: A is neither final, sealed, nor abstract with Javadoc");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "final class A {}",
        "sealed class A permits B {}",
        "/** For whom. */ abstract class A {}",
        "interface A {}",
        "enum A {}",
        "record A() {}",
        "@interface A {}",
        "final class A { static class Inner {} }",
      })
  void closedTypesKeepTheRule(String source) {
    assertThat(main(source)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public final class A {}",
        "/** */ public final class B { public void A() {} }",
        "/** B. */ public final class B { protected B() {} public int A; }",
        "/** B. */ public interface B { void A(); }",
        "/** B. */ public interface B { enum A {} }",
      })
  void somethingPublicWithoutJavadocBreaksTheRule(String source) {
    assertThat(main(source)).isNotEmpty().allMatch(line -> line.endsWith("has no Javadoc"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** A. */ public final class A { A() {} private int b; @Override public int c() {} }",
        "/** A. */ public final class A { void b() { Runnable r = new C() { public void d() {} };"
            + " }}",
        "/** A. */ public interface A { private void b() {} }",
        "interface A { void b(); }",
      })
  void whatNobodySeesNeedsNoJavadoc(String source) {
    assertThat(main(source)).isEmpty();
  }

  private static String nested(String inside) {
    return "final class A { void m() { if (a) { while (b) {} for (;;) { try { "
        + inside
        + " } finally { } } } } }";
  }

  private static String lines(int count) {
    return IntStream.range(0, count).mapToObj(i -> "//\n").collect(Collectors.joining());
  }

  private static List<String> main(String source) {
    return Shape.violations(JavaSource.parse("A", source), false);
  }

  private static List<String> test(String source) {
    return Shape.violations(JavaSource.parse("A", source), true);
  }
}
