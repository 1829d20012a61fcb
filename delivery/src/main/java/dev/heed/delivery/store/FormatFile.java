package dev.heed.delivery.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in which format a directory is, so that an earlier version of Heed leaves it alone. */
final class FormatFile {

  private static final String NAME = "format";
  private static final Pattern TEXT = Pattern.compile("heed-store (\\d{1,9})\\s*");

  private FormatFile() {}

  /** Writes it where there is none, or none that can be read. */
  static void check(Folder folder) throws IOException {
    int version = version(folder);
    if (version > SegmentFormat.VERSION) {
      throw new IOException(
          folder.path()
              + " was written by a later version of Heed, in format "
              + version
              + "; this one knows formats up to "
              + SegmentFormat.VERSION);
    }
    if (version == 0) {
      folder.writeQuietly(NAME, "heed-store " + SegmentFormat.VERSION + "\n");
    }
  }

  /** 0 where nothing says it. */
  static int version(Folder folder) throws IOException {
    try {
      byte[] bytes = folder.files().read(folder.file(NAME));
      Matcher text = TEXT.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
      return text.matches() ? Integer.parseInt(text.group(1)) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
