package dev.heed.hint;

import dev.heed.http.ResponseHead;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The longest of what several readers find, where too long is longer than any wait. */
final class LongestReader implements HintReader {

  private final List<HintReader> readers;

  LongestReader(List<HintReader> readers) {
    this.readers = readers;
  }

  @Override
  public Hint read(ResponseHead head, Instant now) {
    Hint longest = Hint.none();
    for (HintReader reader : readers) {
      longest = Fields.longer(longest, reader.read(head, now));
    }
    return longest;
  }

  @Override
  public String name() {
    return readers.stream()
        .map(HintReader::name)
        .collect(Collectors.joining(", ", "longest of ", ""));
  }

  @Override
  public boolean namesStatus(int status) {
    return readers.stream().anyMatch(reader -> reader.namesStatus(status));
  }
}
