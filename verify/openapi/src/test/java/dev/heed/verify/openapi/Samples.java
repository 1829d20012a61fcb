package dev.heed.verify.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** What the server of these tests knows about parcels. */
final class Samples {

  static final String PARCEL =
      "{\"id\":\"P 1/7\",\"recipient\":\"Ada\",\"grams\":500,\"status\":\"moving\"}";
  static final String PARCELS = "[" + PARCEL + "]";
  static final String SCANS = "[{\"place\":\"Hamburg\",\"at\":\"2026-03-01T10:15:30+01:00\"}]";
  static final String NEW_PARCEL = "{\"recipient\":\"Ada\",\"grams\":500}";

  private Samples() {}

  /** Bytes of every value, so that any reading of them as text would show. */
  static byte[] binary(int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(size).nextBytes(bytes);
    return bytes;
  }

  static Path photo(Path folder, int size) throws IOException {
    return Files.write(folder.resolve("photo.jpg"), binary(size));
  }
}
