package dev.heed.verify.architecture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java that pages show, compared with code that is compiled and run.
 *
 * <p>In a source the lines between {@code // snippet: name} and {@code // end} are a snippet. In a
 * page each block of Java follows a line {@code <!-- snippet: name -->} and repeats the snippet,
 * moved to the left.
 */
final class Snippets {

  private static final Pattern BEGIN = Pattern.compile("\\s*// snippet: (\\S+)");
  private static final Pattern END = Pattern.compile("\\s*// end");
  private static final Pattern MARK = Pattern.compile("<!-- snippet: (\\S+) -->");
  private static final String FENCE = "```";
  private static final String JAVA = FENCE + "java";

  private final Map<String, String> textByName = new TreeMap<>();
  private final Set<String> shown = new HashSet<>();
  private final List<String> found = new ArrayList<>();

  private Snippets() {}

  /**
   * What is wrong, one line each.
   *
   * @param sources texts of Java files by their names
   * @param pages texts of pages by their names
   */
  static List<String> violations(Map<String, String> sources, Map<String, String> pages) {
    Snippets snippets = new Snippets();
    sources.forEach(snippets::collect);
    pages.forEach(snippets::compare);
    snippets.textByName.keySet().stream()
        .filter(name -> !snippets.shown.contains(name))
        .forEach(name -> snippets.found.add("snippet " + name + " is shown on no page"));
    return snippets.found;
  }

  private void collect(String source, String text) {
    String open = null;
    List<String> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher begin = BEGIN.matcher(line);
      if (begin.matches() && open == null) {
        open = begin.group(1);
        lines.clear();
      } else if (begin.matches()) {
        found.add(source + ": snippet " + begin.group(1) + " begins inside " + open);
      } else if (END.matcher(line).matches() && open != null) {
        define(source, open, lines);
        open = null;
      } else {
        lines.add(line);
      }
    }
    if (open != null) {
      found.add(source + ": snippet " + open + " has no end");
    }
  }

  private void define(String source, String name, List<String> lines) {
    // A last line that is empty would count as one without indentation.
    String text = String.join("\n", lines).stripTrailing().stripIndent().strip();
    if (textByName.put(name, text) != null) {
      found.add(source + ": there is another snippet " + name);
    }
  }

  private void compare(String page, String text) {
    String mark = null;
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.equals(JAVA)) {
        compareBlock(page + ":" + (i + 1), mark, block(lines, i + 1));
      } else if (mark != null) {
        found.add(page + ":" + i + ": no block of Java after the mark " + mark);
      }
      Matcher next = MARK.matcher(line);
      mark = next.matches() ? next.group(1) : null;
    }
    if (mark != null) {
      found.add(page + ": no block of Java after the mark " + mark);
    }
  }

  private static String block(List<String> lines, int start) {
    int end = lines.subList(start, lines.size()).indexOf(FENCE);
    return String.join("\n", lines.subList(start, end < 0 ? lines.size() : start + end));
  }

  private void compareBlock(String place, String mark, String block) {
    if (mark == null) {
      found.add(place + ": Java that nobody compiles; put <!-- snippet: name --> before it");
      return;
    }
    shown.add(mark);
    String snippet = textByName.get(mark);
    if (snippet == null) {
      found.add(place + ": there is no snippet " + mark);
    } else if (!snippet.equals(block)) {
      found.add(place + ": differs from the snippet " + mark + ", which is now:\n" + snippet);
    }
  }
}
