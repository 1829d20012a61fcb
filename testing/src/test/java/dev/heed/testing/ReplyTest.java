package dev.heed.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("X2")
class ReplyTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void replySaysWhatItIs() {
    assertThat(Reply.status(201)).hasToString("201");
    assertThat(Reply.json("{}")).hasToString("200, Content-Type: application/json, 2 bytes");
    assertThat(Reply.text(404, "no"))
        .hasToString("404, Content-Type: text/plain; charset=utf-8, 2 bytes");
    assertThat(Reply.bytes(new byte[3]).cutAfter(2))
        .hasToString("200, Content-Type: application/octet-stream, 3 bytes, cut after 2 bytes");
    assertThat(Reply.stall().delayed(SECOND)).hasToString("stalls, delayed by 1 s");
    assertThat(Reply.reset()).hasToString("reset");
    assertThat(Reply.cut()).hasToString("cut");
    assertThat(Reply.fail(ConnectException::new)).hasToString("fails");
    assertThat(Reply.from(request -> Reply.status(200))).hasToString("made from the request");
  }

  @Test
  void lengthIsAddedByItself() {
    assertThat(Reply.text("äh").lines())
        .extracting(Heads.Line::toString)
        .containsExactly("Content-Type: text/plain; charset=utf-8", "Content-Length: 3");
    assertThat(Reply.status(200).lines()).hasToString("[Content-Length: 0]");
    assertThat(Reply.status(204).lines()).isEmpty();
    assertThat(Reply.status(304).lines()).isEmpty();
    assertThat(Reply.text("ab").header("content-length", "9").lines())
        .extracting(Heads.Line::toString)
        .containsExactly("Content-Type: text/plain; charset=utf-8", "content-length: 9");
  }

  @Test
  void aTypeOfItsOwnTakesThePlaceOfTheUsualOne() {
    Reply problem = Reply.json(400, "{}").header("content-type", "application/problem+json");

    assertThat(problem).hasToString("400, content-type: application/problem+json, 2 bytes");
  }

  @Test
  void timesWithoutEndAddUp() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);

    assertThat(Reply.stall().delayed(longest).delayed(longest).pace().delay())
        .isGreaterThanOrEqualTo(longest);
    assertThat(Reply.text("abc").trickle(1, longest).pace().nanosUntil(2))
        .isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 100, 199, 1000})
  void statusIsAFinalOne(int status) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.status(status))
        .withMessage("a final status has three digits, from 200: " + status);
  }

  @Test
  void statusWithoutABodyTakesNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.text(204, "x"))
        .withMessage("a 204 has no body");
  }

  @Test
  void headerIsOneLine() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.status(200).header("X", "a\r\nSet-Cookie: b"))
        .withMessage("a value of header X is one line");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.status(200).header("X Y", "a"))
        .withMessage("no header has this name: \"X Y\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.status(200).header("Transfer-Encoding", "chunked"))
        .withMessage("how a body travels is up to the stub: Transfer-Encoding");
  }

  @Test
  void replyWithoutAHeadTakesNoHeader() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Reply.stall().header("X", "y"))
        .withMessage("a reply without a head (stalls) has no headers");
  }

  @Test
  void replyBreaksOffInsideItsBody() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.text("abc").cutAfter(3))
        .withMessage("cut after 3 bytes: this needs a longer body than one of 3 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.text("abc").resetAfter(-1))
        .withMessage("a number of bytes must not be negative: -1");
    assertThatIllegalArgumentException().isThrownBy(() -> Reply.stall().cutAfter(0));
    assertThat(Reply.text("abc").stallAfter(0).end()).isZero();
  }

  @Test
  void timesAreNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.status(200).delayed(Duration.ofMillis(-5)))
        .withMessage("delay must not be negative: -5 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.text("x").trickle(1, SECOND.negated()))
        .withMessage("every must not be negative: -1 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reply.text("x").trickle(0, SECOND))
        .withMessage("a piece has at least one byte: 0");
  }

  @Test
  void nullIsRefusedByName() {
    assertThatNullPointerException().isThrownBy(() -> Reply.json(null)).withMessage("json");
    assertThatNullPointerException()
        .isThrownBy(() -> Reply.fail((Throwable) null))
        .withMessage("failure");
    assertThatNullPointerException().isThrownBy(() -> Reply.from(null)).withMessage("function");
  }

  @Test
  void changesOfAMadeReplyAreMadeEachTime() {
    Reply made = Reply.from(request -> Reply.text("body")).header("X", "y").cutAfter(1);
    assertThat(made.resolve(null))
        .hasToString(
            "200, Content-Type: text/plain; charset=utf-8, X: y, 4 bytes, cut after 1 byte");
  }

  @Test
  void bytesAreCopied() {
    byte[] given = {1};
    Reply reply = Reply.bytes(given);
    given[0] = 2;
    assertThat(reply.content().body).containsExactly(1);
  }

  @Test
  void failureIsMadeAnewOrKept() {
    IOException one = new IOException("gone");
    assertThat(Reply.fail(one).ending().failure().get()).isSameAs(one);
    var supplier = Reply.fail(ConnectException::new).ending().failure();
    assertThat(supplier.get()).isNotSameAs(supplier.get());
  }

  @Test
  void retryAfterCountsWholeSeconds() {
    assertThat(RetryReply.after(Duration.ofSeconds(7))).hasToString("429, Retry-After: 7");
    assertThat(RetryReply.after(Duration.ZERO)).hasToString("429, Retry-After: 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetryReply.after(Duration.ofMillis(1_500)))
        .withMessage(
            "Retry-After counts whole seconds, and 1.5 s is none;"
                + " RetryReply.header(\"Retry-After\", ...) sends any value");
    assertThatIllegalArgumentException().isThrownBy(() -> RetryReply.after(SECOND.negated()));
  }

  @Test
  void retryAfterADateIsRoundedUp() {
    assertThat(RetryReply.after(Instant.parse("2026-03-01T12:00:07Z")))
        .hasToString("429, Retry-After: Sun, 01 Mar 2026 12:00:07 GMT");
    assertThat(RetryReply.after(Instant.parse("2026-03-01T12:00:06.000000001Z")))
        .hasToString("429, Retry-After: Sun, 01 Mar 2026 12:00:07 GMT");
  }

  @Test
  void retryHeaderSaysAnything() {
    assertThat(RetryReply.header("Retry-After", "soon")).hasToString("429, Retry-After: soon");
  }
}
