package dev.heed.verify.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;

/**
 * The shape of a source file: how long, how wide, how deep, what a reader may subclass, and whether
 * what users see is explained.
 *
 * <p>A method's length counts from its signature to its closing brace, without Javadoc and
 * annotations. Nesting counts control statements; an {@code else if} is as deep as its {@code if},
 * and a lambda is as deep as the place where it stands.
 */
final class Shape {

  static final int MAIN_LINES = 400;
  static final int TEST_LINES = 800;
  static final int METHOD_LINES = 40;
  static final int CONSTRUCTOR_PARAMETERS = 6;
  static final int NESTING = 3;

  /** What {@code sleep} is called on; a thing of another kind may have a method of that name. */
  private static final Pattern SLEEPERS =
      Pattern.compile("(.*\\.)?(Thread|TimeUnit(\\..*)?|[A-Z]+S)");

  /** Sleep by another name. */
  private static final Set<String> PAUSES = Set.of("parkNanos", "parkUntil", "delayedExecutor");

  /** Looks again and again for what another thread, or the machine, makes true, with a limit. */
  private static final String POLLS = "/Eventually.java";

  private static final Set<Modifier> CLOSED = Set.of(Modifier.FINAL, Modifier.SEALED);

  private Shape() {}

  /** What is wrong with a file, one line each, with the place to mend. */
  static List<String> violations(JavaSource source, boolean test) {
    List<String> found = new ArrayList<>();
    int limit = test ? TEST_LINES : MAIN_LINES;
    if (source.lines() > limit) {
      found.add(source.name() + ": " + source.lines() + " lines, at most " + limit);
    }
    new Scanner(source, test, found).scan(source.unit(), null);
    return found;
  }

  private static final class Scanner extends TreePathScanner<Void, Void> {

    private final JavaSource source;
    private final boolean test;
    private final List<String> found;
    private int depth;

    Scanner(JavaSource source, boolean test, List<String> found) {
      this.source = source;
      this.test = test;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      checkJavadoc(type, type.getModifiers(), type.getSimpleName());
      if (!test && isTopLevel() && isOpen(type)) {
        report(type, type.getSimpleName() + " is neither final, sealed, nor abstract with Javadoc");
      }
      return super.visitClass(type, null);
    }

    private boolean isTopLevel() {
      return getCurrentPath().getParentPath().getLeaf() == source.unit();
    }

    private boolean isOpen(ClassTree type) {
      Set<Modifier> flags = type.getModifiers().getFlags();
      boolean forExtension =
          flags.contains(Modifier.ABSTRACT) && source.hasJavadoc(getCurrentPath());
      return type.getKind() == Tree.Kind.CLASS
          && flags.stream().noneMatch(CLOSED::contains)
          && !forExtension;
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      checkLength(method);
      checkJavadoc(method, method.getModifiers(), method.getName());
      if (method.getReturnType() == null
          && method.getParameters().size() > CONSTRUCTOR_PARAMETERS) {
        report(
            method,
            "constructor with "
                + method.getParameters().size()
                + " parameters, at most "
                + CONSTRUCTOR_PARAMETERS);
      }
      return super.visitMethod(method, null);
    }

    private void checkLength(MethodTree method) {
      if (method.getBody() == null) {
        return;
      }
      long afterModifiers = source.end(method.getModifiers());
      long start = afterModifiers < 0 ? source.start(method) : afterModifiers;
      int lines = source.linesBetween(start, source.end(method));
      if (lines > METHOD_LINES) {
        report(method, method.getName() + " has " + lines + " lines, at most " + METHOD_LINES);
      }
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
      if (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree) {
        checkJavadoc(variable, variable.getModifiers(), variable.getName());
      }
      return super.visitVariable(variable, null);
    }

    /** What users see says what it is for. An override is documented where it is declared. */
    private void checkJavadoc(Tree tree, ModifiersTree modifiers, Name name) {
      boolean override =
          modifiers.getAnnotations().stream()
              .anyMatch(mark -> mark.getAnnotationType().toString().equals("Override"));
      if (!test
          && !override
          && isVisible(getCurrentPath())
          && !source.hasJavadoc(getCurrentPath())) {
        report(tree, name + " is public and has no Javadoc");
      }
    }

    private static boolean isVisible(TreePath path) {
      Tree owner = path.getParentPath().getLeaf();
      if (owner instanceof CompilationUnitTree) {
        return isPublic(path.getLeaf());
      }
      return owner instanceof ClassTree type
          && isVisible(path.getParentPath())
          && (isPublic(path.getLeaf()) || isImplicitlyPublic(type, path.getLeaf()));
    }

    private static boolean isPublic(Tree tree) {
      Set<Modifier> flags = modifiers(tree).getFlags();
      return flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
    }

    private static boolean isImplicitlyPublic(ClassTree owner, Tree member) {
      return owner.getKind() == Tree.Kind.INTERFACE
          && !modifiers(member).getFlags().contains(Modifier.PRIVATE);
    }

    private static ModifiersTree modifiers(Tree tree) {
      if (tree instanceof ClassTree type) {
        return type.getModifiers();
      }
      return tree instanceof MethodTree method
          ? method.getModifiers()
          : ((VariableTree) tree).getModifiers();
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
      Tree select = call.getMethodSelect();
      if (select instanceof IdentifierTree name) {
        checkSleep(call, "Thread", name.getName());
      } else if (select instanceof MemberSelectTree member) {
        checkSleep(call, member.getExpression().toString(), member.getIdentifier());
      }
      return super.visitMethodInvocation(call, null);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree reference, Void unused) {
      checkSleep(reference, reference.getQualifierExpression().toString(), reference.getName());
      return super.visitMemberReference(reference, null);
    }

    /** A name that stands alone is taken for one that was imported. */
    private void checkSleep(Tree call, String owner, Name name) {
      boolean sleeps = name.contentEquals("sleep") && SLEEPERS.matcher(owner).matches();
      boolean parks = PAUSES.contains(name.toString()) && !source.name().endsWith(POLLS);
      if (test && (sleeps || parks)) {
        report(call, "a test that sleeps");
      }
    }

    @Override
    public Void visitIf(IfTree tree, Void unused) {
      boolean elseIf =
          getCurrentPath().getParentPath().getLeaf() instanceof IfTree outer
              && outer.getElseStatement() == tree;
      return elseIf ? super.visitIf(tree, null) : deeper(tree, () -> super.visitIf(tree, null));
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void unused) {
      return deeper(tree, () -> super.visitForLoop(tree, null));
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      return deeper(tree, () -> super.visitEnhancedForLoop(tree, null));
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
      return deeper(tree, () -> super.visitWhileLoop(tree, null));
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
      return deeper(tree, () -> super.visitDoWhileLoop(tree, null));
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
      return deeper(tree, () -> super.visitSwitch(tree, null));
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
      return deeper(tree, () -> super.visitSwitchExpression(tree, null));
    }

    @Override
    public Void visitTry(TryTree tree, Void unused) {
      return deeper(tree, () -> super.visitTry(tree, null));
    }

    @Override
    public Void visitSynchronized(SynchronizedTree tree, Void unused) {
      return deeper(tree, () -> super.visitSynchronized(tree, null));
    }

    private Void deeper(Tree tree, Runnable inside) {
      depth++;
      if (depth == NESTING + 1) {
        report(tree, "nested " + depth + " deep, at most " + NESTING);
      }
      inside.run();
      depth--;
      return null;
    }

    private void report(Tree tree, String what) {
      found.add(source.at(tree) + ": " + what);
    }
  }
}
