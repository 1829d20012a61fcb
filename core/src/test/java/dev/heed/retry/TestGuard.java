package dev.heed.retry;

import dev.heed.guard.Admission;
import dev.heed.guard.Asker;
import dev.heed.guard.Ending;
import dev.heed.guard.Guard;
import dev.heed.guard.GuardFamily;
import dev.heed.guard.GuardKind;
import dev.heed.guard.GuardWait;
import dev.heed.guard.Partition;
import dev.heed.guard.Permit;
import dev.heed.guard.Refusal;
import dev.heed.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A guard that gives the answers of a script, then permits, and notes what it is told. */
final class TestGuard implements GuardFamily, Guard {

  final List<String> log;
  private final String name;
  private final VirtualTime time;
  private final Queue<Supplier<Admission>> script = new ArrayDeque<>();
  private GuardKind kind = GuardKind.OTHER;

  TestGuard(String name, VirtualTime time, List<String> log) {
    this.name = name;
    this.time = time;
    this.log = log;
  }

  TestGuard(VirtualTime time) {
    this("test", time, new CopyOnWriteArrayList<>());
  }

  TestGuard ofKind(GuardKind kind) {
    this.kind = kind;
    return this;
  }

  TestGuard permits() {
    return answers(Grant::new);
  }

  TestGuard holds(Duration wait) {
    return answers(() -> new Turn(time.nanoTime() + wait.toNanos()));
  }

  TestGuard refuses(String reason) {
    return answers(() -> Refusal.because(reason));
  }

  TestGuard refuses(String reason, Duration remaining) {
    return answers(() -> Refusal.because(reason).retryAfter(remaining));
  }

  TestGuard answers(Supplier<Admission> answer) {
    script.add(answer);
    return this;
  }

  private Admission next() {
    Supplier<Admission> answer = script.poll();
    return answer == null ? new Grant() : answer.get();
  }

  @Override
  public GuardKind kind() {
    return kind;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public GuardFamily family() {
    return this;
  }

  @Override
  public Guard open(Partition partition) {
    return this;
  }

  @Override
  public Admission admit(Asker asker) {
    log.add(name + " admit " + asker.attempt());
    return next();
  }

  @Override
  public void hinted(long until) {
    log.add(name + " hinted " + Duration.ofNanos(until - time.nanoTime()));
  }

  @Override
  public String state() {
    return "testing";
  }

  private final class Grant extends Permit {

    @Override
    public void settle(Ending ending) {
      log.add(
          name
              + " settle "
              + ending.settlement()
              + " "
              + ending
                  .failure()
                  .map(f -> f.getClass().getSimpleName())
                  .orElse("" + ending.status()));
    }
  }

  private final class Turn extends GuardWait {

    Turn(long until) {
      super(until);
    }

    @Override
    public Admission again(Asker asker) {
      log.add(name + " again " + asker.attempt());
      return next();
    }

    @Override
    public void leave() {
      log.add(name + " leave");
    }
  }
}
