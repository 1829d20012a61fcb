package dev.heed.delivery;

import dev.heed.delivery.machine.Answer;
import dev.heed.delivery.machine.DeliveryState;
import dev.heed.delivery.machine.Step;
import dev.heed.delivery.machine.Verdict;
import dev.heed.delivery.policy.DropReason;
import dev.heed.delivery.store.StoredEvent;
import dev.heed.delivery.upload.ItemResult;
import dev.heed.delivery.upload.UploadResponse;
import dev.heed.hint.Hint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Does what follows from an answer: events that are settled leave the shelf, and what remains is
 * the state.
 *
 * <p>Events leave before the state says so: a crash between the two leaves a record of a batch that
 * is gone, which is forgotten, and never a batch without its record.
 */
final class Answers {

  private final QueueClock clock;
  private final Shelf shelf;
  private final Transfer transfer;
  private final Telling telling;
  private final Counters counters;

  Answers(QueueClock clock, Shelf shelf, Transfer transfer, Telling telling, Counters counters) {
    this.clock = clock;
    this.shelf = shelf;
    this.transfer = transfer;
    this.telling = telling;
    this.counters = counters;
  }

  /** The state after an upload has ended. */
  DeliveryState settle(Upload upload, DeliveryState state, @Nullable Throwable failure) {
    AnswerHandler.Head head = upload.head();
    if (head == null) {
      Answer none = Answer.none(upload.size(), upload.more());
      return apply(new Case(upload, state, upload.batch().events(), clock.now(), failure), none);
    }
    List<ItemResult> items =
        transfer.items(upload.batch(), UploadResponse.of(head.head(), upload.body()));
    if (items.isEmpty()) {
      Answer answer = Answer.of(head.head().status(), head.hint(), upload.size(), upload.more());
      return apply(new Case(upload, state, upload.batch().events(), head.at(), failure), answer);
    }
    return settleEach(upload, state, head, items);
  }

  /** Events that share an answer, and the state in which it came. */
  private record Case(
      Upload upload,
      DeliveryState state,
      List<StoredEvent> events,
      Instant at,
      @Nullable Throwable failure) {}

  private DeliveryState apply(Case on, Answer answer) {
    Upload upload = on.upload();
    Step step = upload.machine().answered(on.state(), on.at(), upload.id(), answer, clock.chance());
    List<EventOutcome> outcomes = outcomes(on.events(), step.verdict(), answer.status());
    try {
      telling.keepRefused(outcomes);
    } catch (IOException e) {
      telling.trouble("the dead letter did not take batch " + upload.id() + "; it is kept", e);
      outcomes = List.of();
      step = upload.machine().keptInstead(on.state(), step, on.at(), upload.id(), clock.chance());
    }
    report(on, answer.status(), step.verdict());
    shelf.settle(outcomes);
    return step.state();
  }

  private static List<EventOutcome> outcomes(
      List<StoredEvent> events, Verdict verdict, int status) {
    if (!verdict.settles()) {
      return List.of();
    }
    return verdict
        .reason()
        .map(reason -> Outcomes.dropped(events, reason, status, verdict.why()))
        .orElseGet(() -> Outcomes.delivered(events, status));
  }

  private void report(Case on, int status, Verdict verdict) {
    Upload upload = on.upload();
    if (verdict.kind() == Verdict.Kind.PAUSE) {
      counters.pause();
    }
    verdict
        .reason()
        .ifPresent(
            reason -> telling.dropped(upload.id(), on.events().size(), reason, verdict.why()));
    telling.uploaded(
        new UploadReport.Draft(upload.id(), upload.batch().attempt(), upload.size())
            .answered(status, Duration.between(upload.begun(), on.at()))
            .failed(on.failure())
            .with(verdict.why(), verdict.again().map(clock::onWall).orElse(null)));
  }

  /** The server has answered each event by itself. */
  private DeliveryState settleEach(
      Upload upload, DeliveryState state, AnswerHandler.Head head, List<ItemResult> items) {
    Sorting sorting = new Sorting(upload, items);
    try {
      telling.keepRefused(sorting.settled);
    } catch (IOException e) {
      telling.trouble("the dead letter did not take all of batch " + upload.id(), e);
      sorting.keepRefused();
    }
    sorting
        .refused()
        .forEach(o -> telling.dropped(upload.id(), 1, o.reason().orElseThrow(), o.why()));
    shelf.settle(sorting.settled);
    DeliveryState after =
        sorting.settled.isEmpty() ? state : upload.machine().progressed(state, upload.id());
    Case rest = new Case(upload, after, sorting.rest, head.at(), null);
    if (sorting.rest.isEmpty()) {
      // Nothing is left to settle: the answer counts as a success for pauses and records.
      return apply(rest, Answer.of(200, Hint.none(), upload.size(), upload.more()));
    }
    return apply(rest, sorting.answer(head.hint(), upload.more()));
  }

  /** Events by what their own results say. */
  private static final class Sorting {

    private final Upload upload;
    private final List<StoredEvent> rest = new ArrayList<>();
    private List<EventOutcome> settled = new ArrayList<>();
    private int status;
    private Hint hint = Hint.none();

    Sorting(Upload upload, List<ItemResult> items) {
      this.upload = upload;
      for (int i = 0; i < items.size(); i++) {
        sort(upload.batch().events().get(i), items.get(i));
      }
    }

    private void sort(StoredEvent event, ItemResult item) {
      int own = item.status();
      if (own / 100 == 2) {
        settled.add(EventOutcome.delivered(event.id(), event.bytes(), own));
        return;
      }
      Hint wait = item.delay().map(Hint::waitFor).orElse(Hint.none());
      Optional<Verdict> refusal = upload.machine().refusal(own, wait);
      if (refusal.isPresent()) {
        DropReason reason = refusal.get().reason().orElseThrow();
        settled.add(
            EventOutcome.dropped(event.id(), event.bytes(), reason, own, refusal.get().why()));
        return;
      }
      rest.add(event);
      hint = longer(hint, wait);
      if (status == 0 || upload.machine().keeps(own)) {
        status = own;
      }
    }

    private static Hint longer(Hint one, Hint other) {
      return other.isPresent() && other.duration().compareTo(one.duration()) >= 0 ? other : one;
    }

    List<EventOutcome> refused() {
      return settled.stream().filter(outcome -> !outcome.isDelivered()).toList();
    }

    /** Nobody took the refused ones: they are sent again with the rest. */
    void keepRefused() {
      List<EventOutcome> refused = refused();
      settled = settled.stream().filter(EventOutcome::isDelivered).toList();
      for (StoredEvent event : upload.batch().events()) {
        if (refused.stream().anyMatch(outcome -> outcome.id().equals(event.id()))) {
          rest.add(event);
        }
      }
      status = 0;
    }

    /** What the server says of the rest, as one answer. */
    Answer answer(Hint ofAll, boolean more) {
      return Answer.leftOver(status, longer(ofAll, hint), rest.size(), more);
    }
  }
}
