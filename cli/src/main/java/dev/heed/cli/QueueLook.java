package dev.heed.cli;

import dev.heed.delivery.store.StoreView;
import dev.heed.time.Durations;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A queue at one moment, for people and for programs. */
final class QueueLook {

  private final StoreView view;
  private final Instant now;
  private final long letters;

  QueueLook(StoreView view, Instant now) throws IOException {
    this.view = view;
    this.now = now;
    this.letters = lines(view.deadLetterFile());
  }

  /** How many lines a file has; none when it is not there. */
  static long lines(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      long lines = 0;
      int before = '\n';
      for (int b = in.read(); b >= 0; b = in.read()) {
        lines += before == '\n' ? 1 : 0;
        before = b;
      }
      return lines;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private Optional<Instant> pause() {
    return view.pausedUntil().filter(until -> until.isAfter(now));
  }

  Map<String, @Nullable Object> members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("events", view.size().events());
    members.put("bytes", view.size().bytes());
    members.put("batches", view.size().batches());
    members.put("oldest", view.oldest().map(Instant::toString).orElse(null));
    members.put("pausedUntil", pause().map(Instant::toString).orElse(null));
    members.put("owner", view.owner().isPresent() ? view.owner().getAsLong() : null);
    members.put("quarantined", view.quarantined().size());
    members.put("deadLetters", letters);
    return members;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d events wait, %,d bytes in %s",
            view.size().events(),
            view.size().bytes(),
            Text.count(view.size().batches(), "batch").replace("batchs", "batches")));
    view.oldest().ifPresent(since -> lines.add("the oldest since " + since + ", " + age(since)));
    pause()
        .ifPresent(
            until ->
                lines.add(
                    "paused until " + until + " by the server; 'heed queue resume' ends that"));
    view.owner().ifPresent(pid -> lines.add("process " + pid + " has the queue"));
    if (!view.quarantined().isEmpty()) {
      lines.add(
          Text.count(view.quarantined().size(), "file")
              + " that could not be read in "
              + Text.shown(String.valueOf(view.quarantined().get(0).getParent())));
    }
    if (letters > 0) {
      lines.add(
          Text.count(letters, "event")
              + " given up after an answer; 'heed queue replay' puts them in the queue again");
    }
    return lines;
  }

  private String age(Instant since) {
    Duration age = Duration.between(since, now).truncatedTo(ChronoUnit.SECONDS);
    return Durations.text(age.isNegative() ? Duration.ZERO : age);
  }
}
