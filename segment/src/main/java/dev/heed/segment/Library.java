package dev.heed.segment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** This library, as requests name it. */
final class Library {

  static final String USER_AGENT = "heed-segment/" + version();

  private Library() {}

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = Library.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the version of heed-segment cannot be read", e);
    }
    return properties.getProperty("version", "unknown");
  }
}
