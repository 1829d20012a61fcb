package dev.heed.retry;

import dev.heed.transport.FailureKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What follows when an attempt has ended, with what was decided at its head in mind. */
final class AttemptEnd {

  private AttemptEnd() {}

  static <R> Directive afterResponse(Call<R> call, @Nullable R response) {
    if (call.directive == null && response != null) {
      // A host that never asked the gate, such as a stub: the question is put late.
      if (!call.keep(call.exchange.head(response))) {
        SafeCalls.discard(call.exchange, response);
      }
    }
    return Objects.requireNonNull(call.directive, "the transport gave no response");
  }

  static Directive afterFailure(Call<?> call, Throwable failure) {
    FailureKind kind = call.limits.kindOf(failure, call.exchange, call.attemptBegan);
    Directive decided = call.directive;
    boolean discarding = decided != null && !(decided instanceof Directive.Deliver);
    if (discarding && kind != FailureKind.INTERRUPTED && kind != FailureKind.CANCELLED) {
      // The response was being thrown away; that this failed changes nothing.
      return Objects.requireNonNull(decided);
    }
    call.status = decided == null ? Call.NO_STATUS : call.status;
    boolean bodyLost = decided != null && !SafeCalls.bodyRestartable(call.exchange);
    return call.machine().onFailure(kind, bodyLost);
  }
}
