package dev.heed.verify.benchmarks;

import dev.heed.observe.CallInfo;
import dev.heed.observe.CallListener;
import dev.heed.observe.CallReport;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls and those that failed: what a metrics listener does at least. */
final class CountingListener implements CallListener {

  final LongAdder calls = new LongAdder();
  final LongAdder failed = new LongAdder();

  @Override
  public void callEnded(CallInfo call, CallReport report) {
    calls.increment();
    if (!report.delivered()) {
      failed.increment();
    }
  }
}
