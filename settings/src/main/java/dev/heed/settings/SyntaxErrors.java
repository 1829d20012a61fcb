package dev.heed.settings;

import dev.heed.text.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/**
 * Says what is wrong with a text that is no YAML in words that say how to mend it. The parser tells
 * its errors apart by their text alone; one that is not known here is told in the parser's words.
 */
final class SyntaxErrors {

  private SyntaxErrors() {}

  static void tell(MarkedYamlEngineException e, Position last, Problems problems) {
    Optional<Mark> found = e.getProblemMark();
    Optional<Mark> began = e.getContextMark().or(() -> found);
    String problem = String.valueOf(e.getProblem());
    if (e.getContext() != null && e.getContext().contains("quoted scalar") && endsEarly(problem)) {
      problems.add(place(began, last), "the quote that opens here is never closed; close it");
    } else if (problem.startsWith("expected ',' or ")) {
      problems.add(place(began, last), "the bracket that opens here is never closed; close it");
    } else if (problem.startsWith("could not find expected ':'")) {
      problems.add(place(began, last), "a ':' is missing here; write 'key: value'");
    } else {
      problems.add(place(found, last), explain(problem, found.map(SyntaxErrors::character)));
    }
  }

  /** What the parser trips over is a bad file, whatever it says. */
  static void tell(RuntimeException e, Position last, Problems problems) {
    problems.add(
        last,
        e instanceof YamlVersionException
            ? "YAML 1.2 is read; remove the line that begins with '%YAML'"
            : "not YAML behind this place: " + Words.shown(String.valueOf(e.getMessage())));
  }

  static Position position(Mark mark) {
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static Position place(Optional<Mark> mark, Position last) {
    return mark.map(SyntaxErrors::position).orElse(last);
  }

  private static boolean endsEarly(String problem) {
    return problem.contains("unexpected end of stream")
        || problem.contains("unexpected document separator");
  }

  /** The character that a mark points at; a blank at the end of the text. */
  private static String character(Mark mark) {
    int[] around = mark.getBuffer();
    int place = mark.getPointer();
    return place < around.length && around[place] > 0 ? Character.toString(around[place]) : " ";
  }

  private static String explain(String problem, Optional<String> character) {
    @Nullable String at = character.orElse(null);
    if ("\t".equals(at)) {
      return "a tab cannot indent; use spaces";
    }
    if (problem.startsWith("mapping values are not allowed")) {
      return "a ':' cannot stand here; align the key with its neighbors, or quote the value";
    }
    if (problem.startsWith("sequence entries are not allowed")) {
      return "a list cannot begin here; write '[a, b]', or begin a new line with '- '";
    }
    if (problem.startsWith("expected <block end>")) {
      return "the indentation does not fit the lines above; align the keys of one section";
    }
    if (problem.contains("cannot start any token") && at != null) {
      return "'" + Words.shown(at) + "' cannot begin a value; put the value into quotes";
    }
    return "not YAML: " + Words.shown(problem);
  }
}
