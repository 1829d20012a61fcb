package dev.heed.verify.crash;

import java.util.List;
import java.util.Map;

/**
 * How a round ended.
 *
 * @param kind of which kind it was
 * @param name its name, by which it can be run again
 * @param kills how many processes were killed in it
 * @param account what became of the events
 * @param wrong what is not as it must be; nothing when all is well
 */
record Result(String kind, String name, int kills, Account account, List<String> wrong) {

  /** A round that did not come to its end. */
  static Result broken(String kind, String name, String why) {
    Account none =
        new Account(
            new Account.Sums(0, 0, 0, Map.of()),
            List.of(),
            List.of(),
            new Account.Faults(List.of(), List.of(), List.of()),
            List.of());
    return new Result(kind, name, 0, none, List.of("the round did not end: " + why));
  }

  /** The numbers in one line. */
  String sums() {
    Account.Sums sums = account.sums();
    return kills
        + " killed, "
        + sums.accepted()
        + " accepted, "
        + sums.delivered()
        + " delivered, "
        + account.duplicated()
        + " twice, dropped "
        + sums.dropped()
        + ", "
        + account.lost().size()
        + " lost";
  }
}
