package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One line of {@code hints/vectors.txt}, whose first lines explain the form. */
record HintVector(
    String id,
    String reader,
    Instant now,
    ResponseHead head,
    String answer,
    String field,
    List<String> rules) {

  private static final String RESOURCE = "/hints/vectors.txt";

  static List<HintVector> all() {
    List<HintVector> vectors = new ArrayList<>();
    Instant now = Instant.EPOCH;
    for (String line : lines()) {
      if (line.startsWith("now ")) {
        now = Instant.parse(line.substring(4).strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        vectors.add(parse(line, now));
      }
    }
    return vectors;
  }

  boolean isVerdict() {
    return reader.startsWith("verdicts");
  }

  HintReader hintReader() {
    int open = reader.indexOf('(');
    if (open < 0) {
      return Hints.named(reader);
    }
    String argument = reader.substring(open + 1, reader.length() - 1);
    return switch (reader.substring(0, open)) {
      case "sentry" -> Hints.sentry(argument);
      case "ratelimit-fields" -> Hints.rateLimitFields(argument);
      case "header" -> Hints.header("X-Wait", HintFormat.valueOf(argument));
      default -> throw new IllegalStateException("no such reader: " + reader);
    };
  }

  VerdictReader verdictReader() {
    return reader.equals("verdicts") ? Verdicts.standard() : Verdicts.envoy();
  }

  @Override
  public String toString() {
    return id + " " + reader;
  }

  private static HintVector parse(String line, Instant now) {
    String[] cells = line.split("\\|", -1);
    if (cells.length != 7) {
      throw new IllegalStateException("seven cells are needed: " + line);
    }
    int status = Integer.parseInt(cells[2].strip());
    return new HintVector(
        cells[0].strip().replace("~", ""),
        cells[1].strip(),
        now,
        ResponseHead.of(status, fields(cells[3].strip())),
        cells[4].strip(),
        cells[5].strip(),
        List.of(cells[6].strip().split(" ", -1)));
  }

  private static Map<String, List<String>> fields(String cell) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    if (cell.equals("-")) {
      return fields;
    }
    for (String field : cell.split("&&", -1)) {
      int colon = field.indexOf(':');
      String name = field.substring(0, colon).strip();
      String value = unescape(field.substring(colon + 1).strip());
      fields.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("\\u", i)) {
        plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        plain.append(text.charAt(i));
      }
    }
    return plain.toString();
  }

  private static List<String> lines() {
    try (InputStream in = HintVector.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + RESOURCE, e);
    }
  }
}
