package dev.heed.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is wrong is found: each of these is a queue that does something that it must not. */
class BooksTest {

  private final Books books = new Books();

  private void accepted(String... ids) {
    for (String id : ids) {
      books.ledger("offered " + id + " " + id + "sum");
      books.ledger("accepted " + id);
    }
  }

  private void upload(int status, String... ids) {
    StringBuilder line = new StringBuilder("upload " + status + " 0 0 0");
    for (String id : ids) {
      line.append(' ').append(id).append('/').append(id).append("sum");
    }
    books.upload(line.toString());
  }

  @Test
  void whatArrivesOnceIsWell() {
    accepted("a", "b");
    upload(500, "a", "b");
    upload(200, "a", "b");

    Account account = books.close();
    assertThat(account.violations(0)).isEmpty();
    assertThat(account.sums().delivered()).isEqualTo(2);
    assertThat(account.duplicated()).isZero();
  }

  @Test
  void anEventThatNeverArrivesIsLost() {
    accepted("a", "b");
    upload(200, "a");

    assertThat(books.close().violations(5)).containsExactly("1 accepted events are lost: [b]");
  }

  @Test
  void anEventWithoutAnAnswerMayArriveOrNot() {
    books.ledger("offered a asum");
    books.ledger("offered b bsum");
    upload(200, "b");

    assertThat(books.close().violations(0)).isEmpty();
  }

  @Test
  void oneBatchMayComeAgainForEachKill() {
    accepted("a", "b", "c");
    upload(200, "a", "b");
    upload(200, "c");
    upload(200, "a", "b");

    Account account = books.close();
    assertThat(account.duplicated()).isEqualTo(2);
    assertThat(account.violations(1)).isEmpty();
    assertThat(account.violations(0))
        .containsExactly("1 uploads came again, which only 0 kills could have caused");
  }

  @Test
  void itMayNotComeTwiceMore() {
    accepted("a");
    upload(200, "a");
    upload(200, "a");
    upload(200, "a");

    assertThat(books.close().violations(1)).hasSize(1);
    assertThat(books.close().violations(2)).isEmpty();
  }

  @Test
  void twoBatchesMayNot() {
    accepted("a", "b");
    upload(200, "a");
    upload(200, "b");
    upload(200, "a", "b");

    assertThat(books.close().violations(1)).hasSize(1);
  }

  @Test
  void refusedMeansInTheDeadLetterFile() {
    accepted("a", "b");
    upload(400, "a", "b");
    books.deadLetters(Set.of("a"));

    Account account = books.close();
    assertThat(account.sums().dropped()).isEqualTo(Map.of("REFUSED", 1));
    assertThat(account.lost()).containsExactly("b");
  }

  @Test
  void whatIsToldAsDroppedIsNotLost() {
    accepted("a");
    books.ledger("dropped a QUEUE_FULL");

    Account account = books.close();
    assertThat(account.lost()).isEmpty();
    assertThat(account.sums().dropped()).isEqualTo(Map.of("QUEUE_FULL", 1));
  }

  @Test
  void aRejectedEventMustNotArrive() {
    books.ledger("offered a asum");
    books.ledger("rejected a no room");
    upload(200, "a");

    assertThat(books.close().violations(1))
        .containsExactly("1 events arrived that had been rejected: [a]");
  }

  @Test
  void anEventMustArriveAsItWasOffered() {
    books.ledger("offered a other");
    upload(200, "a");

    assertThat(books.close().violations(1))
        .containsExactly("1 events arrived that were never offered so: [a]");
  }

  @Test
  void brokenJsonIsCounted() {
    books.upload("malformed no ']' at byte 7 of 7");

    assertThat(books.close().violations(1))
        .containsExactly("1 uploads are no valid JSON: [malformed no ']' at byte 7 of 7]");
  }
}
