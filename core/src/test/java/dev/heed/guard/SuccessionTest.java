package dev.heed.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.testing.VirtualTime;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens to the guards when the settings of a plan are replaced. */
@Tag("G8")
final class SuccessionTest {

  private static final String HOST = "https://api.example.com/";

  private final VirtualTime time = new VirtualTime();

  private Partitions partitions(GuardFamily... attemptRing) {
    return Partitions.builder(time, (partition, family, from, to) -> {})
        .attemptRing(List.of(attemptRing))
        .build();
  }

  private static List<Guard> guards(Partitions partitions) {
    return partitions.of(Requests.to(HOST)).guards();
  }

  @Test
  void guardsOfEqualSettingsAreKept() {
    Partitions old = partitions(Guards.concurrencyLimit(3), Cooldown.builder().build());
    List<Guard> before = guards(old);
    Partitions next = partitions(Cooldown.builder().build(), Guards.concurrencyLimit(4));
    next.succeed(old);

    assertThat(guards(next).get(0)).isSameAs(before.get(1));
    assertThat(guards(next).get(1)).isNotSameAs(before.get(0));
    assertThat(guards(old)).isEqualTo(before);
  }

  @Test
  void eachGuardIsTakenByOne() {
    Partitions old = partitions(Guards.concurrencyLimit(3));
    List<Guard> before = guards(old);
    Partitions next = partitions(Guards.concurrencyLimit(3), Guards.concurrencyLimit(3));
    next.succeed(old);

    assertThat(guards(next).get(0)).isSameAs(before.get(0));
    assertThat(guards(next).get(1)).isNotSameAs(before.get(0));
  }

  @Test
  void aPartitionThatARunningCallMeetsFirstIsSharedToo() {
    Partitions old = partitions(Guards.concurrencyLimit(3));
    Partitions next = partitions(Guards.concurrencyLimit(3));
    next.succeed(old);

    List<Guard> ofRunning = guards(old);
    assertThat(guards(next)).isEqualTo(ofRunning);
  }

  @Test
  void aPartitionThatANewCallMeetsFirstIsSharedToo() {
    Partitions old = partitions(Guards.concurrencyLimit(3));
    Partitions next = partitions(Guards.concurrencyLimit(3));
    next.succeed(old);

    List<Guard> ofNew = guards(next);
    assertThat(guards(old)).isEqualTo(ofNew);
  }

  private Partitions routed() {
    return Partitions.builder(time, (partition, family, from, to) -> {})
        .callRing(List.of(Guards.concurrencyLimit(9)))
        .attemptRing(List.of(Guards.concurrencyLimit(3)))
        .routed(true)
        .build();
  }

  @Test
  @Tag("Z5")
  void whereAttemptsGoElsewhereTheirGuardsAreThereWhenOneIsSent() {
    Partitions routed = routed();
    assertThat(guards(routed)).hasSize(1);
    Partition sentTo = routed.sentTo(Requests.to(HOST));

    assertThat(sentTo.guards()).hasSize(2);
    assertThat(sentTo.guardsOfCalls()).isOne();
    assertThat(routed.of(Requests.to(HOST))).isSameAs(sentTo);
    assertThat(routed.list()).containsExactly(sentTo);
  }

  @Test
  @Tag("Z5")
  void guardsOfAttemptsAreSharedWhicheverCallSendsFirst() {
    for (boolean runningFirst : new boolean[] {true, false}) {
      Partitions old = routed();
      guards(old);
      Partitions next = routed();
      next.succeed(old);

      List<Guard> first = (runningFirst ? old : next).sentTo(Requests.to(HOST)).guards();
      assertThat((runningFirst ? next : old).sentTo(Requests.to(HOST)).guards())
          .isEqualTo(first)
          .hasSize(2);
    }
  }

  @Test
  @Tag("Z5")
  void guardsOfAttemptsAreKeptWhenSettingsAreReplaced() {
    Partitions old = routed();
    List<Guard> before = old.sentTo(Requests.to(HOST)).guards();
    Partitions next = routed();
    next.succeed(old);

    assertThat(guards(next)).isEqualTo(before).hasSize(2);
  }

  @Test
  void aStateIsHandedOnOverManyReplacements() {
    Partitions newest = partitions(Guards.concurrencyLimit(3));
    Guard first = guards(newest).get(0);
    for (int i = 0; i < 100; i++) {
      Partitions next = partitions(Guards.concurrencyLimit(3));
      next.succeed(newest);
      newest = next;
    }
    assertThat(guards(newest)).containsExactly(first);
  }

  @Test
  void aGuardShowsThePartitionAsItIsNow() {
    List<Partition> given = new ArrayList<>();
    GuardFamily family = new Remembering(given);
    Partitions old = partitions(family);
    guards(old);
    Partitions next = partitions(family, Guards.concurrencyLimit(2));
    next.succeed(old);

    assertThat(given).hasSize(1);
    assertThat(given.get(0).guards()).isEqualTo(guards(next)).hasSize(2);
    assertThat(given.get(0).key()).isEqualTo("https://api.example.com");
    assertThat(given.get(0).time()).isSameAs(time);
  }

  @Test
  void oldSettingsAreForgottenAlthoughAGuardLivesOn() {
    List<Partition> given = new ArrayList<>();
    Partitions newest = partitions(new Remembering(given));
    guards(newest);
    WeakReference<Partitions> oldest = new WeakReference<>(newest);
    for (int i = 1; i <= 3; i++) {
      Partitions next = partitions(new Remembering(given), Guards.concurrencyLimit(i));
      next.succeed(newest);
      newest = next;
    }

    assertThat(soon(() -> oldest.refersTo(null))).isTrue();
    assertThat(given).hasSize(1);
    assertThat(guards(newest)).hasSize(2);
  }

  /** Collecting garbage may take a few tries. */
  private static boolean soon(BooleanSupplier condition) {
    for (int tries = 0; tries < 100 && !condition.getAsBoolean(); tries++) {
      System.gc();
    }
    return condition.getAsBoolean();
  }

  /** Remembers the partitions for which it was asked; all of them are equal. */
  private record Remembering(List<Partition> given) implements GuardFamily {

    @Override
    public GuardKind kind() {
      return GuardKind.OTHER;
    }

    @Override
    public String name() {
      return "remembering";
    }

    @Override
    public Guard open(Partition partition) {
      given.add(partition);
      return new Remembered(this, partition);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Remembering;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private record Remembered(GuardFamily family, Partition partition) implements Guard {

    @Override
    public Admission admit(Asker asker) {
      return Permit.free();
    }

    @Override
    public String state() {
      return "there";
    }
  }
}
