package dev.heed.verify.conformance;

import dev.heed.conformance.Mode;
import java.util.Set;
import java.util.function.Supplier;

/** Clients with one fault each, and the rules that it breaks. */
enum WrongClient {
  WAKES_ONE_MILLISECOND_EARLY(PlanFaults::oneMillisecondEarly, "W2"),
  SHORTENS_HINTS_BY_JITTER(HostFaults::jitterShortensHints, "W1", "W2"),
  WAITS_FOR_PART_OF_A_HINT_THAT_IS_TOO_LONG(HostFaults::longHintIsWaitedForInPart, "W4"),
  WAITS_FOR_PART_OF_A_HINT_BEYOND_THE_DEADLINE(HostFaults::waitIsCutToTheDeadline, "W6"),
  SWALLOWS_INTERRUPTS(CallerFaults::interruptIsSwallowed, "W7"),
  HOLDS_A_THREAD_WHILE_IT_WAITS(Mode.ASYNC_HTTP_1_1, PlanFaults::waitsHoldThreads, "W7"),
  DOES_NOT_RETRY_A_408(() -> HostFaults.takes(408, 418), "R1"),
  RETRIES_A_202(() -> HostFaults.takes(202, 503), "R1"),
  REPEATS_A_POST(HostFaults::unansweredPostIsRepeated, "R3"),
  RETRIES_A_FAILED_CERTIFICATE_CHECK(HostFaults::certificateFailureIsHidden, "R4"),
  TAKES_A_REFUSED_CONNECTION_FOR_A_BROKEN_ONE(HostFaults::refusedConnectionIsHidden, "R5"),
  COPIES_A_REQUEST_THAT_IS_SENT_ONCE(CallerFaults::requestIsCopied, "R6"),
  RAISES_THE_FIRST_FAILURE(CallerFaults::firstFailureIsRaised, "R7"),
  DROPS_EARLIER_FAILURES(CallerFaults::earlierFailuresAreDropped, "R7"),
  RAISES_AN_EXCEPTION_FOR_THE_LAST_RESPONSE(
      CallerFaults::lastResponseIsReplacedByAnException, "R7"),
  ACCEPTS_A_SHORT_BODY(HostFaults::shortBodyIsAccepted, "R10"),
  MULTIPLIES_THE_SENDS_OF_A_NESTED_CLIENT(CallerFaults::nestedClientIsNotTold, "R11"),
  ADDS_HEADERS_TO_THOSE_THAT_ARE_THERE(CallFaults::stageHeadersAreAdded, "B1"),
  SENDS_A_BODY_EMPTY_THE_SECOND_TIME(CallFaults::longBodyIsEmptyTheSecondTime, "B1"),
  SENDS_A_ONE_SHOT_BODY_EMPTY_THE_SECOND_TIME(CallFaults::oneShotBodyIsEmptyTheSecondTime, "B2"),
  SENDS_A_FILE_AGAIN_FROM_A_WRONG_OFFSET(CallFaults::fileIsSentAgainFromAWrongOffset, "B2"),
  KEEPS_ONE_SHOT_BODIES_WITHOUT_LIMIT(PlanFaults::keepsBodiesWithoutLimit, "B3"),
  LEAKS_A_CONNECTION(CallFaults::smallErrorIsLeftUnread, "O1"),
  READS_ON_IN_A_LARGE_ERROR(CallFaults::largeErrorIsReadOn, "O1"),
  ASKS_THE_HANDLER_FOR_A_DISCARDED_RESPONSE(CallFaults::handlerIsAskedForDiscarded, "O2"),
  WRITES_A_DISCARDED_RESPONSE_INTO_THE_FILE(CallFaults::discardedBodyGoesToTheCaller, "O2"),
  READS_THE_LAST_RESPONSE_ITSELF(CallerFaults::lastErrorIsReadBeforeItIsHandedOver, "O3"),
  IGNORES_A_CANCEL_WHILE_IT_WAITS(Mode.ASYNC_HTTP_1_1, CancelIgnored::new, "O4"),
  RETRIES_AT_THE_TARGET_OF_A_REDIRECT(CallFaults::retryStartsAtTheTargetOfARedirect, "O8"),
  RUNS_STAGES_OF_THE_ATTEMPT_RING_ONCE(PlanFaults::attemptStagesRunOnce, "C1"),
  RUNS_STAGES_OF_THE_CALL_RING_ON_EACH_ATTEMPT(PlanFaults::callStagesRunOnEachAttempt, "C1"),
  BEGINS_THE_CALL_TIMEOUT_ANEW(PlanFaults::callTimeoutBeginsAnew, "T1"),
  CUTS_A_STREAM_WHEN_ITS_ATTEMPT_IS_OVER(CallerFaults::streamIsCutByTheAttemptTimeout, "T2"),
  LEAVES_A_CONNECTION_WHEN_ITS_TIME_IS_OVER(HostFaults::timeoutFreesNothing, "T3"),
  RETRIES_A_CALL_WHOSE_TIME_IS_OVER(CallerFaults::timedOutCallIsRetried, "T4");

  private final Mode mode;
  private final Supplier<Fault> fault;
  private final Set<String> rules;

  WrongClient(Supplier<Fault> fault, String... rules) {
    this(Mode.BLOCKING_HTTP_1_1, fault, rules);
  }

  WrongClient(Mode mode, Supplier<Fault> fault, String... rules) {
    this.mode = mode;
    this.fault = fault;
    this.rules = Set.of(rules);
  }

  /** The rules that this client breaks; it keeps all others. */
  Set<String> rules() {
    return rules;
  }

  boolean breaksOneOf(Set<String> others) {
    return others.stream().anyMatch(rules::contains);
  }

  /** Tests that are run on this client only because it is to fail in them. */
  Set<String> tests() {
    return this == HOLDS_A_THREAD_WHILE_IT_WAITS ? Set.of("waitingHoldsNoThread") : Set.of();
  }

  WrongAdapter adapter() {
    return new WrongAdapter(
        "wrong-" + name().toLowerCase(java.util.Locale.ROOT), mode, fault.get());
  }
}
