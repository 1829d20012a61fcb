package dev.heed.settings;

import java.util.List;

/** A settings file cannot be used. Tells all that is wrong with it, in the order of the file. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String[] problems;

  SettingsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = problems.toArray(String[]::new);
  }

  /**
   * All that is wrong, one line each, such as {@code heed.yaml:12:5 unknown key 'max-retrys', did
   * you mean 'max-retries'}: the file, the line and the column, counted from 1, and how to mend it.
   */
  public List<String> problems() {
    return List.of(problems);
  }
}
