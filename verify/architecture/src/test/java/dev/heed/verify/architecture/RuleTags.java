package dev.heed.verify.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the numbered rules of the documentation with the tags of the tests. */
final class RuleTags {

  private static final Pattern HEADING =
      Pattern.compile("^\\*\\*([A-Z]\\d+)\\*\\* \\((in force|planned)\\)", Pattern.MULTILINE);

  /** The start of a line that means to be a heading, to find those with a slip in them. */
  private static final Pattern ALMOST_HEADING =
      Pattern.compile("^\\s*(?:[-*] )?\\*\\*([A-Z]\\d+)\\b.*$", Pattern.MULTILINE);

  private static final Pattern RULE = Pattern.compile("[A-Z]\\d+");

  private RuleTags() {}

  /**
   * What is wrong, one line each.
   *
   * @param rules the text of the rules
   * @param tests the sources of all tests
   */
  static List<String> violations(String rules, List<JavaSource> tests) {
    List<String> found = new ArrayList<>();
    Map<String, String> status = statusByRule(rules, found);
    Map<String, String> tagged = placeByTag(tests);
    if (status.isEmpty()) {
      found.add("no rule found: a rule starts with **H1** (in force) or **H1** (planned)");
    }
    status.forEach(
        (rule, state) -> {
          if (state.equals("in force") && !tagged.containsKey(rule)) {
            found.add(rule + " is in force, but no test has @Tag(\"" + rule + "\")");
          }
        });
    tagged.forEach(
        (rule, place) -> {
          if (!status.containsKey(rule)) {
            found.add(place + ": @Tag(\"" + rule + "\") names no rule");
          }
        });
    return found;
  }

  private static Map<String, String> statusByRule(String rules, List<String> found) {
    Map<String, String> status = new TreeMap<>();
    Matcher heading = HEADING.matcher(rules);
    while (heading.find()) {
      if (status.put(heading.group(1), heading.group(2)) != null) {
        found.add(heading.group(1) + " is there twice");
      }
    }
    Matcher almost = ALMOST_HEADING.matcher(rules);
    while (almost.find()) {
      if (!HEADING.matcher(almost.group()).find()) {
        found.add("not the form of a rule: " + almost.group().strip());
      }
    }
    return status;
  }

  private static Map<String, String> placeByTag(List<JavaSource> tests) {
    Map<String, String> places = new TreeMap<>();
    tests.forEach(test -> new TagScanner(test, places).scan(test.unit(), null));
    return places;
  }

  private static final class TagScanner extends TreeScanner<Void, Void> {

    private final JavaSource source;
    private final Map<String, String> places;

    TagScanner(JavaSource source, Map<String, String> places) {
      this.source = source;
      this.places = places;
    }

    @Override
    public Void visitAnnotation(AnnotationTree annotation, Void unused) {
      if (annotation.getAnnotationType().toString().matches("(.*\\.)?Tag")) {
        annotation.getArguments().forEach(this::note);
      }
      return super.visitAnnotation(annotation, null);
    }

    private void note(ExpressionTree argument) {
      ExpressionTree value =
          argument instanceof AssignmentTree assignment ? assignment.getExpression() : argument;
      if (value instanceof LiteralTree literal
          && literal.getValue() instanceof String tag
          && RULE.matcher(tag).matches()) {
        places.putIfAbsent(tag, source.at(literal));
      }
    }
  }
}
