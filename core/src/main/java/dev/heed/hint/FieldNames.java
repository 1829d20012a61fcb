package dev.heed.hint;

/** Checks names of header fields that a user writes. */
final class FieldNames {

  private static final String PUNCTUATION = "!#$%&'*+-.^_`|~";

  private FieldNames() {}

  /**
   * The name, if it can be one of a field (RFC 9110, section 5.1).
   *
   * @throws IllegalArgumentException if it cannot
   */
  static String check(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a header field must not be empty");
    }
    for (int i = 0; i < name.length(); i++) {
      if (!isTokenCharacter(name.charAt(i))) {
        throw new IllegalArgumentException(
            "'%s' is not the name of a header field: character %d is not allowed"
                .formatted(name, i + 1));
      }
    }
    return name;
  }

  private static boolean isTokenCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || PUNCTUATION.indexOf(c) >= 0;
  }
}
