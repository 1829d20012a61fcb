package dev.heed.verify.conformance.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with results, one line each. Pure: it is given the files, and reads none. */
final class Conformance {

  /** The rules of which the documentation says that every client module keeps them. */
  private static final Pattern OF_ALL_CLIENTS =
      Pattern.compile("^\\*\\*([A-Z]\\d+)\\*\\* \\([a-z ]+\\) \\(M", Pattern.MULTILINE);

  private Conformance() {}

  static Set<String> rulesOfAllClients(String rules) {
    Set<String> found = new TreeSet<>();
    Matcher rule = OF_ALL_CLIENTS.matcher(rules);
    while (rule.find()) {
      found.add(rule.group(1));
    }
    return found;
  }

  /** What a client has not shown, or has failed in. */
  static List<String> violations(Results results, Set<String> rulesOfAllClients) {
    List<String> found = new ArrayList<>();
    Set<String> missing = new TreeSet<>(rulesOfAllClients);
    missing.removeAll(results.rules());
    missing.forEach(rule -> found.add(results + ": no test of the suite shows " + rule));
    results.rows().stream()
        .filter(Results.Row::hasFailed)
        .forEach(row -> found.add(results + ": failed in " + row.test()));
    return found;
  }

  /**
   * What differs between a run and the committed results, for one JDK.
   *
   * @param run lines by the name of the file
   * @param committed lines by the name of the file
   */
  static List<String> differences(
      Map<String, List<String>> run, Map<String, List<String>> committed) {
    List<String> found = new ArrayList<>();
    Set<String> names = new TreeSet<>(run.keySet());
    names.addAll(committed.keySet());
    for (String name : names) {
      if (!run.containsKey(name)) {
        found.add(name + ": committed, but this build has not run the suite of that client");
      } else if (!committed.containsKey(name)) {
        found.add(name + ": is not committed");
      } else {
        found.addAll(differences(name, run.get(name), committed.get(name)));
      }
    }
    return found;
  }

  private static List<String> differences(String name, List<String> run, List<String> committed) {
    Map<String, String> now = byTest(run);
    Map<String, String> before = byTest(committed);
    Set<String> tests = new TreeSet<>(now.keySet());
    tests.addAll(before.keySet());
    return tests.stream()
        .filter(test -> !now.getOrDefault(test, "").equals(before.getOrDefault(test, "")))
        .map(
            test ->
                name
                    + ": "
                    + test
                    + " is "
                    + now.getOrDefault(test, "gone")
                    + ", committed is "
                    + before.getOrDefault(test, "nothing"))
        .toList();
  }

  private static Map<String, String> byTest(List<String> lines) {
    Map<String, String> byTest = new TreeMap<>();
    lines.forEach(line -> byTest.put(Csv.cells(line).get(0), line));
    return byTest;
  }
}
