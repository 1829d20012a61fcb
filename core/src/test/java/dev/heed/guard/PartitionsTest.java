package dev.heed.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heed.http.RequestHead;
import dev.heed.testing.VirtualTime;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("G5")
final class PartitionsTest {

  private static final Asker CALL = Requests.attempt(0);

  private static Partitions.Builder limited(int most) {
    return Partitions.builder(new VirtualTime(), (partition, family, from, to) -> {})
        .callRing(List.of(Guards.concurrencyLimit(most)));
  }

  private static Admission admit(Partition partition) {
    return partition.guards().get(0).admit(CALL);
  }

  private static RequestHead host(int number) {
    return Requests.to("https://host" + number + ".example.com/");
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example.com/a?b=c, https://api.example.com",
    "HTTPS://API.Example.COM/, https://api.example.com",
    "https://api.example.com:443/, https://api.example.com",
    "http://api.example.com:80/, http://api.example.com",
    "https://api.example.com:80/, https://api.example.com:80",
    "http://api.example.com:443/, http://api.example.com:443",
    "http://user:password@api.example.com:8080/, http://api.example.com:8080",
    "http://[::1]:8080/, http://[::1]:8080",
    "http://user:password@under_score:8080/, http://under_score:8080",
  })
  void theKeyIsSchemeHostAndPortAndNeverUserInformation(String uri, String key) {
    assertThat(Partitions.keyOf(URI.create(uri))).isEqualTo(key);
    assertThat(limited(1).build().of(Requests.to(uri)).key()).isEqualTo(key);
  }

  @Test
  void differentSpellingsOfOnePlaceAreOnePartition() {
    Partitions partitions = limited(1).build();

    Partition first = partitions.of(Requests.to("https://api.example.com/a"));

    assertThat(partitions.of(Requests.to("https://API.example.com:443/b"))).isSameAs(first);
    assertThat(partitions.of(Requests.to("https://me:pw@api.example.com/c"))).isSameAs(first);
    assertThat(partitions.list()).containsExactly(first);
  }

  @Test
  void otherPortsAndSchemesOfOneHostAreOtherPartitions() {
    Partitions partitions = limited(1).build();
    List<String> uris = List.of("https://a:1/", "https://a:2/", "http://a:1/", "https://b:1/");

    Set<Partition> first =
        new HashSet<>(uris.stream().map(Requests::to).map(partitions::of).toList());
    Set<Partition> again =
        new HashSet<>(uris.stream().map(Requests::to).map(partitions::of).toList());

    assertThat(first).hasSize(4).isEqualTo(again);
  }

  @Test
  void onePartitionDoesNotTouchAnother() {
    Partitions partitions = limited(1).build();
    admit(partitions.of(host(1)));

    assertThat(admit(partitions.of(host(1)))).isInstanceOf(Refusal.class);
    assertThat(admit(partitions.of(host(2)))).isInstanceOf(Permit.class);
  }

  @Test
  void aFunctionOfTheRequestMayChooseTheKey() {
    Partitions partitions = limited(1).by(request -> request.uri().getPath()).build();

    assertThat(partitions.of(Requests.to("https://a/tenant1")).key()).isEqualTo("/tenant1");
    assertThat(partitions.of(Requests.to("https://b/tenant1")))
        .isSameAs(partitions.of(Requests.to("https://a/tenant1")));
  }

  @Test
  @Tag("R12")
  void aFunctionThatFailsOrGivesNullHurtsNothing() {
    List<Function<RequestHead, String>> bad =
        List.of(
            request -> null,
            request -> {
              throw new IllegalStateException("bug");
            });
    for (Function<RequestHead, String> chosen : bad) {
      assertThat(limited(1).by(chosen).build().of(host(1)).key())
          .isEqualTo("https://host1.example.com");
    }
  }

  @Test
  void atMost1024AreKeptAndAnIdleOneMakesRoom() {
    Partitions partitions = limited(1).build();
    for (int i = 0; i < 3000; i++) {
      partitions.of(host(i));
      assertThat(partitions.list()).hasSize(Math.min(i + 1, Partitions.MOST));
    }
  }

  @Test
  void oneInUseIsNeverDropped() {
    Partitions partitions = limited(1).build();
    Partition busy = partitions.of(host(0));
    admit(busy);
    for (int i = 1; i < 3000; i++) {
      partitions.of(host(i));
    }

    assertThat(partitions.of(host(0))).isSameAs(busy);
    assertThat(busy.isEvicted()).isFalse();
    assertThat(admit(partitions.of(host(0)))).isInstanceOf(Refusal.class);
  }

  @Test
  void oneThatWasUsedLatelyIsSpared() {
    Partitions partitions = limited(1).build();
    Partition popular = partitions.of(host(0));
    for (int i = 1; i < 3000; i++) {
      partitions.of(host(i));
      assertThat(partitions.of(host(0))).isSameAs(popular);
    }
  }

  @Test
  void whenAllAreInUseTheGuardsOfOneMoreLastForOneCall() {
    Partitions partitions = limited(1).build();
    List<Admission> held = new ArrayList<>();
    for (int i = 0; i < Partitions.MOST; i++) {
      held.add(admit(partitions.of(host(i))));
    }

    Partition more = partitions.of(host(5000));

    assertThat(admit(more)).isInstanceOf(Permit.class);
    assertThat(partitions.of(host(5000))).isNotSameAs(more);
    assertThat(partitions.list()).hasSize(Partitions.MOST).doesNotContain(more);
    ((Permit) held.get(7)).settle(Requests.ending(Settlement.SUCCESS));
    Partition kept = partitions.of(host(5000));
    assertThat(partitions.of(host(5000))).isSameAs(kept);
  }

  @Test
  void oneThatWasDroppedSaysSoAndAnotherTakesItsPlace() {
    Partitions partitions = limited(1).build();
    Partition dropped = partitions.of(host(0));
    for (int i = 1; i < 3000; i++) {
      partitions.of(host(i));
    }

    assertThat(dropped.isEvicted()).isTrue();
    assertThat(partitions.of(host(0))).isNotSameAs(dropped);
  }

  @Test
  void aHostMayBeSpelledInManyWays() {
    Partitions partitions = limited(1).build();
    for (int i = 0; i < 5000; i++) {
      StringBuilder spelling = new StringBuilder("abcdefghijklm.example.com");
      for (int bit = 0; bit < 13; bit++) {
        if ((i >> bit & 1) == 1) {
          spelling.setCharAt(bit, Character.toUpperCase(spelling.charAt(bit)));
        }
      }
      partitions.of(Requests.to("https://" + spelling + "/"));
    }
    assertThat(partitions.list()).hasSize(1);
  }

  /** Makes no guard. */
  private static final class Failing implements GuardFamily {

    @Override
    public GuardKind kind() {
      return GuardKind.OTHER;
    }

    @Override
    public String name() {
      return "failing";
    }

    @Override
    public Guard open(Partition partition) {
      throw new IllegalStateException("bug");
    }
  }

  @Test
  @Tag("R12")
  void aGuardThatCannotBeMadeIsLeftOut() {
    Guard guard = Requests.only(new Failing(), new VirtualTime());

    assertThat(guard.admit(CALL)).isSameAs(Permit.free());
    assertThat(guard.state()).isEqualTo("left out");
  }

  @Test
  void aSharedGuardIsTheSameForAllAndStaysWhenAPartitionGoes() {
    Guard guard = Requests.only(Guards.concurrencyLimit(1), new VirtualTime());
    Partitions partitions =
        Partitions.builder(new VirtualTime(), (partition, family, from, to) -> {})
            .callRing(List.of(Guards.shared(guard)))
            .build();
    admit(partitions.of(host(0)));

    assertThat(admit(partitions.of(host(1)))).isInstanceOf(Refusal.class);
    for (int i = 2; i < 3000; i++) {
      partitions.of(host(i));
    }
    assertThat(partitions.list()).hasSize(Partitions.MOST);
    assertThat(admit(partitions.of(host(4000)))).isInstanceOf(Refusal.class);
  }

  @Test
  void aListingShowsEachGuardWithItsState() {
    Partitions partitions = limited(5).attemptRing(List.of(Cooldown.builder().build())).build();
    admit(partitions.of(host(1)));

    assertThat(partitions.list())
        .singleElement()
        .hasToString("https://host1.example.com, concurrency limit: 1 of 5, cooldown: free");
    assertThat(partitions.list().get(0).guards()).hasSize(2);
  }

  @Test
  void withoutGuardsNoPartitionIsNeeded() {
    VirtualTime time = new VirtualTime();
    assertThat(Partitions.builder(time, (p, f, from, to) -> {}).build().isNeeded()).isFalse();
    assertThat(limited(1).build().isNeeded()).isTrue();
  }
}
