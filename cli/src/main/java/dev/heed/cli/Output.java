package dev.heed.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Where the body goes: to standard output as it comes, or to a file when it is complete. */
final class Output implements AutoCloseable {

  private static final int LEAST_ERROR = 400;

  private final @Nullable CompleteFile file;
  private final PrintStream out;
  private final Progress progress;
  private volatile @Nullable String failure;

  private Output(@Nullable CompleteFile file, PrintStream out, Progress progress) {
    this.file = file;
    this.out = out;
    this.progress = progress;
  }

  /**
   * An output.
   *
   * @param name of the file; null for standard output
   * @throws Failure when the file cannot be written
   */
  static Output of(@Nullable String name, Terminal terminal, Progress progress) throws Failure {
    return new Output(CompleteFile.orNull("-o", name), terminal.out(), progress);
  }

  /** Whether a body that broke off may come again. */
  boolean startsFromNothing() {
    return file != null && file.startsFromNothing();
  }

  /** What went wrong on this side; null for nothing. */
  @Nullable String failure() {
    return failure;
  }

  BodyHandler<Void> handler() {
    return file == null ? this::toStream : info -> toFile(file);
  }

  private BodySubscriber<Void> toStream(ResponseInfo info) {
    // Body and progress may share the terminal.
    progress.end();
    return BodySubscribers.ofByteArrayConsumer(bytes -> bytes.ifPresent(this::print));
  }

  private void print(byte[] bytes) {
    out.write(bytes, 0, bytes.length);
    if (out.checkError()) {
      failure = "standard output was closed before the body ended";
      throw new UncheckedIOException(new IOException(failure));
    }
  }

  private BodySubscriber<Void> toFile(CompleteFile complete) {
    BodySubscriber<?> counted =
        BodySubscribers.ofFile(
            complete.part(),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    return BodySubscribers.mapping(progress.counting(counted), done -> null);
  }

  /** The body is complete. The file of an error does not appear, but its text is shown. */
  void finish(int status) throws IOException {
    if (file == null) {
      return;
    }
    try {
      if (status < LEAST_ERROR) {
        file.commit();
      } else if (file.startsFromNothing()) {
        progress.end();
        show(file);
      }
    } catch (IOException e) {
      failure = "the file could not be put in its place";
      throw e;
    }
  }

  private void show(CompleteFile complete) throws IOException {
    try (InputStream in = Files.newInputStream(complete.part())) {
      in.transferTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
