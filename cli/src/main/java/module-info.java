/** The command line of Heed. An application: it exports nothing. */
@org.jspecify.annotations.NullMarked
module dev.heed.cli {
  requires dev.heed.core;
  requires dev.heed.delivery;
  requires dev.heed.jdk;
  requires dev.heed.resilience4j;
  requires dev.heed.segment;
  requires dev.heed.settings;
  requires info.picocli;
  requires java.logging;
  requires java.net.http;
  requires jdk.httpserver;
  requires static org.jspecify;
}
