package dev.heed.jdk;

import static dev.heed.jdk.Clients.bare;
import static dev.heed.jdk.Clients.plan;
import static dev.heed.jdk.Clients.repeatable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.Heed;
import dev.heed.Stages;
import dev.heed.conformance.wire.Reply;
import dev.heed.conformance.wire.WireServer;
import dev.heed.stage.Stage;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redirects belong to the JDK: a hop is not an attempt. */
@Tag("O8")
class RedirectTest {

  private static HttpClient following(Heed plan) {
    return HeedHttpClient.newBuilder(plan)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(Redirect.NORMAL)
        .build();
  }

  private static HttpRequest post(WireServer server) {
    return repeatable(
        HttpRequest.newBuilder(server.uri("/a")).POST(BodyPublishers.ofString("abc")).build());
  }

  @ParameterizedTest
  @EnumSource
  void seeOtherIsAGetOfTheOtherPlace(Mode mode) throws Exception {
    try (var server = WireServer.replying(Reply.redirect(303, "/b"), Reply.ok("good"))) {
      mode.text(following(plan()), post(server));
      assertThat(server.seen(2).method()).isEqualTo("GET");
      assertThat(server.bodies()).containsExactly("abc", "");
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutFollowingARedirectIsReturned(Mode mode) throws Exception {
    Reply hop = Reply.of(302, "", "Location: /b", "Retry-After: 25");
    try (var server = WireServer.replying(hop)) {
      HttpResponse<String> response = mode.text(HeedHttpClient.wrap(bare(), plan()), post(server));
      assertThat(response.statusCode()).isEqualTo(302);
      assertThat(server.seen()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void credentialOfAStageGoesToAnotherOriginAndDescribeWarns(Mode mode) throws Exception {
    Stage key = Stage.of("api-key", request -> request.setHeader("X-Api-Key", "secret"));
    HttpClient client = following(plan(plan -> plan.perAttempt(key)));
    try (var other = WireServer.replying(Reply.ok("good"));
        var server = WireServer.replying(Reply.redirect(307, other.uri("/c").toString()))) {
      mode.text(client, HttpRequest.newBuilder(server.uri()).build());
      assertThat(other.seen(1).has("X-Api-Key")).isTrue();
      assertThat(((HeedHttpClient) client).describe().warnings())
          .anySatisfy(
              warning ->
                  assertThat(warning)
                      .contains("redirects are followed", "another origin", "api-key"));
    }
  }

  @Test
  void withoutStagesOrWithoutRedirectsThereIsNothingToWarnOf() {
    Heed bearer = plan(plan -> plan.perAttempt(Stages.bearer(() -> "secret")));
    assertThat(((HeedHttpClient) following(plan())).describe().warnings())
        .noneMatch(warning -> warning.contains("redirects"));
    assertThat(HeedHttpClient.wrap(bare(), bearer).describe().warnings())
        .noneMatch(warning -> warning.contains("redirects"));
  }
}
