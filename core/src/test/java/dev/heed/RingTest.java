package dev.heed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.Guards;
import dev.heed.guard.Partition;
import dev.heed.stage.Stage;
import org.junit.jupiter.api.Test;

final class RingTest {

  private final Ring ring = new Ring();
  private final Stage plain = Stage.of("plain", request -> {});

  @Test
  void oneKindMayStandTwiceInARing() {
    ring.add(plain);
    ring.add(Stage.of("plain", request -> {}));
    assertThat(ring.stages()).hasSize(2);
  }

  @Test
  void whatAClientAddsReplacesTheDefaultOfItsKindWhereItStands() {
    Stage own = Stages.deduplicatedByServer();
    ring.add(Stages.idempotencyKey());
    ring.add(plain);
    ring.endDefaults();

    ring.add(own);

    assertThat(ring.stages()).containsExactly(own, plain);
  }

  @Test
  void aSecondOneOfTheClientsOwnIsAdded() {
    Stage first = Stage.of("plain", request -> {});
    Stage second = Stage.of("plain", request -> {});
    ring.add(plain);
    ring.endDefaults();
    ring.add(first);
    ring.add(second);

    assertThat(ring.stages()).containsExactly(first, second);
  }

  @Test
  void aGuardReplacesTheDefaultOfItsKind() {
    GuardFamily own = Guards.concurrencyLimit(7);
    ring.add(Guards.concurrencyLimit(1000));
    ring.endDefaults();
    ring.add(own);

    assertThat(ring.guards()).containsExactly(own);
  }

  /** Another limit. */
  private record Pace() implements GuardFamily {

    @Override
    public GuardKind kind() {
      return GuardKind.LIMIT;
    }

    @Override
    public String name() {
      return "pace";
    }

    @Override
    public Guard open(Partition partition) {
      throw new AssertionError("not opened");
    }
  }

  @Test
  void oneLimitDoesNotReplaceAnotherOneOfAnotherThing() {
    GuardFamily limit = Guards.concurrencyLimit(1000);
    ring.add(limit);
    ring.endDefaults();
    ring.add(new Pace());

    assertThat(ring.guards()).containsExactly(limit, new Pace());
  }

  @Test
  void guardsOfANameCanBeTakenOut() {
    ring.add(new Pace());
    ring.add(Guards.concurrencyLimit(7));
    ring.add(plain);
    ring.remove("concurrency limit");

    assertThat(ring.guards()).containsExactly(new Pace());
    assertThat(ring.stages()).containsExactly(plain);
  }

  @Test
  void signersGoLastWhateverTheOrder() {
    Stage signer = Stages.signer(request -> {});
    ring.add(signer);
    ring.add(plain);

    assertThat(ring.stages()).containsExactly(plain, signer);
  }

  @Test
  void guardsOfAKindCanBeTakenOut() {
    ring.add(Guards.concurrencyLimit(7));
    ring.add(plain);
    ring.remove(GuardKind.BREAKER);
    assertThat(ring.guards()).hasSize(1);
    ring.remove(GuardKind.LIMIT);
    assertThat(ring.guards()).isEmpty();
    assertThat(ring.stages()).containsExactly(plain);
  }
}
