package dev.heed.verify.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.heed.jdk.HeedHttpClient;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * Makes GETs over a kept connection to a server on loopback, as many as each line of its input
 * says, and answers each line with the nanoseconds that they took and the bytes that all threads
 * have allocated meanwhile. {@link Loopback} runs several of these in turns.
 */
public final class LoopbackCalls {

  private static final byte[] REPLY =
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private LoopbackCalls() {}

  /**
   * Answers its input until that ends.
   *
   * @param args {@code bare} or {@code heed}, then {@code blocking} or {@code asynchronous}
   */
  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    daemon(() -> accept(listener));
    HttpClient bare = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpClient client = args[0].equals("heed") ? HeedHttpClient.wrap(bare) : bare;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"))
            .build();
    Callable<HttpResponse<String>> call =
        args[1].equals("blocking")
            ? () -> client.send(request, BodyHandlers.ofString())
            : () -> client.sendAsync(request, BodyHandlers.ofString()).join();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(measured(call, Integer.parseInt(line)));
    }
  }

  private static String measured(Callable<HttpResponse<String>> call, int times) throws Exception {
    long bytes = allocated();
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      if (call.call().statusCode() != 200) {
        throw new IllegalStateException("not a 200");
      }
    }
    long nanos = System.nanoTime() - start;
    return nanos + " " + (allocated() - bytes);
  }

  private static long allocated() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      // -1 for a thread that has ended in between.
      sum += Math.max(bytes, 0);
    }
    return sum;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private static void accept(ServerSocket listener) {
    try {
      for (; ; ) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket));
      }
    } catch (IOException e) {
      throw new IllegalStateException("the server of the benchmark has failed", e);
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
      throw new IllegalStateException("the server of the benchmark has failed", e);
    }
  }
}
