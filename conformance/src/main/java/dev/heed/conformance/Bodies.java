package dev.heed.conformance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Streams for bodies of requests. */
final class Bodies {

  private static final int PATIENCE_SECONDS = 10;

  private Bodies() {}

  static InputStream of(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** What the caller reads of a response, to its end; with a failure of a test if it hangs. */
  static String read(Result result) throws IOException {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try (InputStream stream = result.stream()) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
              } catch (IOException | RuntimeException e) {
                text.completeExceptionally(e);
              }
            },
            Call.THREADS + "reader");
    reader.setDaemon(true);
    reader.start();
    try {
      return text.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("the body has not ended after " + PATIENCE_SECONDS + " s", e);
    }
  }

  /** Fails when it is read. */
  static InputStream failing(IOException failure) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw failure;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        throw failure;
      }
    };
  }

  /** So many bytes, and a note of how many of them were read. */
  static final class Counted extends InputStream {

    private final int length;
    private final AtomicInteger read = new AtomicInteger();

    Counted(int length) {
      this.length = length;
    }

    @Override
    public int read() {
      return read.get() == length ? -1 : 'a' + read.getAndIncrement() % 26;
    }

    @Override
    public int read(byte[] into, int from, int most) {
      int count = Math.min(most, length - read.get());
      for (int i = 0; i < count; i++) {
        into[from + i] = (byte) read();
      }
      return count == 0 && most > 0 ? -1 : count;
    }

    int bytesRead() {
      return read.get();
    }
  }
}
