package dev.heed.verify.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** One source file, parsed by the JDK's own parser and not resolved. */
final class JavaSource {

  private final String name;
  private final String text;
  private final CompilationUnitTree unit;
  private final DocTrees trees;

  private JavaSource(String name, String text, CompilationUnitTree unit, DocTrees trees) {
    this.name = name;
    this.text = text;
    this.unit = unit;
    this.trees = trees;
  }

  static JavaSource read(Path file) {
    return parse(Sources.ROOT.relativize(file).toString(), Sources.text(file));
  }

  /**
   * @param name what violations call the file
   */
  static JavaSource parse(String name, String text) {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavacTask task =
        (JavacTask)
            compiler.getTask(
                null, null, problems, List.of("-proc:none"), null, List.of(inMemory(text)));
    try {
      CompilationUnitTree unit = task.parse().iterator().next();
      if (!problems.getDiagnostics().isEmpty()) {
        throw new IllegalArgumentException(name + ": " + problems.getDiagnostics());
      }
      return new JavaSource(name, text, unit, DocTrees.instance(task));
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  private static JavaFileObject inMemory(String text) {
    URI uri = URI.create("string:///Source.java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  CompilationUnitTree unit() {
    return unit;
  }

  int lines() {
    return (int) text.lines().count();
  }

  boolean hasJavadoc(TreePath path) {
    return trees.getDocComment(path) != null;
  }

  /** The text of a tree's lines, from the first line of {@code from} to the last of {@code to}. */
  int linesBetween(long from, long to) {
    LineMap map = unit.getLineMap();
    return (int) (map.getLineNumber(to) - map.getLineNumber(from)) + 1;
  }

  long start(Tree tree) {
    return positions().getStartPosition(unit, tree);
  }

  long end(Tree tree) {
    return positions().getEndPosition(unit, tree);
  }

  /** The file and line, as a place that an editor can jump to. */
  String at(Tree tree) {
    return name + ":" + unit.getLineMap().getLineNumber(start(tree));
  }

  String name() {
    return name;
  }

  private SourcePositions positions() {
    return trees.getSourcePositions();
  }
}
