package dev.heed.guide;

// snippet: readme-example
import dev.heed.jdk.HeedHttpClient;
import java.net.URI;
import java.net.http.*;

class Example {
  public static void main(String[] args) throws Exception {
    HttpClient client = HeedHttpClient.wrap(HttpClient.newHttpClient()); // the one line that is new
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
// end
