package dev.heed.verify.benchmarks;

import dev.heed.jdk.HeedHttpClient;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A GET over a kept connection to a server on loopback, with the bare JDK client and with Heed. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Benchmark)
public class Loopback {

  private static final byte[] REPLY =
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);

  private final HttpClient bare =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpClient heed = HeedHttpClient.wrap(bare);
  private ServerSocket listener;
  private HttpRequest request;

  /** Starts the server. */
  @Setup
  public void start() throws IOException {
    listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"))
            .build();
    daemon(this::accept);
  }

  /** Ends the server. */
  @TearDown
  public void stop() throws IOException {
    listener.close();
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket));
      }
    } catch (IOException e) {
      // The benchmark is over, and the listener closed.
      Thread.currentThread().interrupt();
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      int lineBreaks = 0;
      for (int read = in.read(); read >= 0; read = in.read()) {
        lineBreaks = read == '\n' ? lineBreaks + 1 : read == '\r' ? lineBreaks : 0;
        if (lineBreaks == 2) {
          out.write(REPLY);
          lineBreaks = 0;
        }
      }
    } catch (IOException e) {
      // The client has gone.
      Thread.currentThread().interrupt();
    }
  }

  /** The bare JDK client. */
  @Benchmark
  public HttpResponse<String> bare() throws Exception {
    return bare.send(request, BodyHandlers.ofString());
  }

  /** The same client below Heed. */
  @Benchmark
  public HttpResponse<String> heed() throws Exception {
    return heed.send(request, BodyHandlers.ofString());
  }

  /** The bare JDK client, through futures. */
  @Benchmark
  public HttpResponse<String> bareAsync() {
    return bare.sendAsync(request, BodyHandlers.ofString()).join();
  }

  /** The same client below Heed, through futures. */
  @Benchmark
  public HttpResponse<String> heedAsync() {
    return heed.sendAsync(request, BodyHandlers.ofString()).join();
  }
}
