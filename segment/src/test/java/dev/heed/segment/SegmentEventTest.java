package dev.heed.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events as they are made, and as they are written. */
@Tag("D5")
class SegmentEventTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String STAMPS =
      ",\"messageId\":\"m\",\"timestamp\":\"2026-03-01T12:00:00.000Z\"";

  private static String json(SegmentEvent<?> event) {
    return event.json("m", NOW);
  }

  @Test
  void aTrackEventHasItsNameAndItsProperties() {
    SegmentEvent<?> event =
        SegmentEvent.track(Identity.user("7"), "Order Completed")
            .property("total", 39.5)
            .properties(Map.of("items", List.of("tea", "milk")));
    assertThat(json(event))
        .isEqualTo(
            "{\"type\":\"track\",\"userId\":\"7\",\"event\":\"Order Completed\""
                + STAMPS
                + ",\"properties\":{\"total\":39.5,\"items\":[\"tea\",\"milk\"]}}");
  }

  @Test
  void identifyAndGroupHaveTraits() {
    assertThat(json(SegmentEvent.identify(Identity.user("7")).trait("plan", "free")))
        .isEqualTo(
            "{\"type\":\"identify\",\"userId\":\"7\""
                + STAMPS
                + ",\"traits\":{\"plan\":\"free\"}}");
    assertThat(json(SegmentEvent.group(Identity.anonymous("a"), "g").traits(Map.of("seats", 5))))
        .isEqualTo(
            "{\"type\":\"group\",\"anonymousId\":\"a\",\"groupId\":\"g\""
                + STAMPS
                + ",\"traits\":{\"seats\":5}}");
  }

  @Test
  void pagesAndScreensMayHaveANameACategoryAndProperties() {
    Identity both = Identity.user("7").withAnonymousId("a");
    assertThat(json(SegmentEvent.page(both).name("Home").category("Docs").property("url", "/")))
        .isEqualTo(
            "{\"type\":\"page\",\"userId\":\"7\",\"anonymousId\":\"a\",\"name\":\"Home\","
                + "\"category\":\"Docs\""
                + STAMPS
                + ",\"properties\":{\"url\":\"/\"}}");
    assertThat(json(SegmentEvent.screen(Identity.user("7")).properties(Map.of())))
        .isEqualTo("{\"type\":\"screen\",\"userId\":\"7\"" + STAMPS + "}");
  }

  @Test
  void anAliasJoinsTwoIds() {
    assertThat(json(SegmentEvent.alias("old", "new")))
        .isEqualTo("{\"type\":\"alias\",\"userId\":\"new\",\"previousId\":\"old\"" + STAMPS + "}");
  }

  @Test
  void idTimeContextAndIntegrationsCanBeGiven() {
    SegmentEvent<?> event =
        SegmentEvent.alias("old", "new")
            .messageId("mine")
            .timestamp(Instant.EPOCH)
            .context("ip", "192.0.2.1")
            .context("page", null)
            .integration("All", false)
            .integration("Mail", Map.of("list", 3));
    assertThat(json(event))
        .isEqualTo(
            "{\"type\":\"alias\",\"userId\":\"new\",\"previousId\":\"old\",\"messageId\":\"mine\","
                + "\"timestamp\":\"1970-01-01T00:00:00.000Z\","
                + "\"context\":{\"ip\":\"192.0.2.1\",\"page\":null},"
                + "\"integrations\":{\"All\":false,\"Mail\":{\"list\":3}}}");
  }

  @Test
  void whatBecomesOfAValueLaterChangesNothing() {
    List<String> items = new ArrayList<>(List.of("tea"));
    SegmentEvent<?> event = SegmentEvent.track(Identity.user("7"), "e").property("items", items);
    items.add("milk");
    assertThat(json(event)).contains("\"items\":[\"tea\"]");
  }

  @Test
  void aBlankIdOrNameIsRefused() {
    refused(() -> Identity.user(" "), "userId must not be blank");
    refused(() -> Identity.anonymous(""), "anonymousId must not be blank");
    Identity user = Identity.user("7");
    refused(() -> user.withAnonymousId(" "), "anonymousId must not be blank");
    refused(() -> SegmentEvent.track(user, ""), "the name of a track event must not be blank");
    refused(() -> SegmentEvent.group(user, " "), "groupId must not be blank");
    refused(() -> SegmentEvent.alias("", "b"), "previousId must not be blank");
    refused(() -> SegmentEvent.alias("a", ""), "userId must not be blank");
    refused(() -> SegmentEvent.page(user).name(""), "name must not be blank");
    refused(() -> SegmentEvent.page(user).messageId(" "), "messageId must not be blank");
  }

  @Test
  void aValueThatJsonCannotHoldIsNamed() {
    TrackEvent event = SegmentEvent.track(Identity.user("7"), "e");
    refused(
        () -> event.property("ratio", Double.POSITIVE_INFINITY),
        "properties.ratio: Infinity is no number in JSON");
    refused(
        () -> event.context("os", Map.of("name", Thread.class)),
        "context.os: a java.lang.Class has no JSON form");
  }

  private static void refused(Runnable making, String reason) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(reason);
  }

  @Test
  void anEventThatIsJsonKeepsAllItsMembers() {
    String event =
        "{\"type\":\"track\",\"userId\":\"7\",\"event\":\"e\",\"version\":5,\"total\":1.50,"
            + "\"messageId\":\"mine\",\"timestamp\":\"2020-01-01T00:00:00Z\",\"context\":{\"a\":[]}}";
    assertThat(json(SegmentEvent.json(event))).isEqualTo(event);
  }

  @Test
  void anEventThatIsJsonGetsWhatIsMissing() {
    SegmentEvent<?> event =
        SegmentEvent.json(
            "{\"type\":\"page\",\"anonymousId\":\"a\",\"messageId\":null,\"context\":null}");
    assertThat(json(event.context("ip", "192.0.2.1")))
        .isEqualTo(
            "{\"type\":\"page\",\"anonymousId\":\"a\",\"context\":{\"ip\":\"192.0.2.1\"}"
                + STAMPS
                + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|not an object",
        "{|the text ends at character 1, in a value",
        "{}|its type must be one of identify, track, page, screen, group and alias; it needs a text"
            + " as userId or as anonymousId",
        "{\"type\":\"buy\",\"userId\":\"7\"}|its type must be one of identify, track, page, screen,"
            + " group and alias",
        "{\"type\":\"track\",\"userId\":\"7\"}|track needs a text as event",
        "{\"type\":\"group\",\"userId\":\"7\",\"groupId\":5}|group needs a text as groupId",
        "{\"type\":\"alias\",\"userId\":\"7\"}|alias needs a text as previousId",
        "{\"type\":\"page\",\"userId\":\" \"}|it needs a text as userId or as anonymousId",
        "{\"type\":\"page\",\"userId\":\"7\",\"messageId\":\"\"}|messageId must be a text that is"
            + " not blank",
        "{\"type\":\"page\",\"userId\":\"7\",\"context\":[],\"properties\":5}|context must be an"
            + " object; properties must be an object",
        "{\"type\":\"page\",\"userId\":\"7\",\"timestamp\":5}|timestamp must be a text that is not"
            + " blank",
      })
  void whatIsNoEventIsRefusedWithAllThatIsWrong(String json, String reason) {
    assertThatThrownBy(() -> SegmentEvent.json(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no event: " + reason);
  }

  @Test
  void nobodysIdsAreInTheTextForPeople() {
    assertThat(Identity.user("7").withAnonymousId("a")).hasToString("a user and a visitor");
    assertThat(Identity.user("7")).hasToString("a user").isEqualTo(Identity.user("7"));
    assertThat(Identity.anonymous("7")).hasToString("a visitor").isNotEqualTo(Identity.user("7"));
    assertThat(SegmentEvent.page(Identity.user("7")))
        .hasToString("a Segment event of type \"page\"");
  }
}
