package dev.heed.retry;

import dev.heed.stage.Outcome;
import dev.heed.stage.Stage;
import dev.heed.stage.StageRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A stage that notes what it is told. */
final class TestStage implements Stage {

  final List<String> log;
  private final String name;
  private final Function<StageRequest, CompletionStage<?>> prepare;

  TestStage(String name, Function<StageRequest, CompletionStage<?>> prepare) {
    this(name, new CopyOnWriteArrayList<>(), prepare);
  }

  TestStage(String name, List<String> log, Function<StageRequest, CompletionStage<?>> prepare) {
    this.name = name;
    this.log = log;
    this.prepare = prepare;
  }

  /** A stage that does nothing else. */
  static TestStage noting(String name, List<String> log) {
    return new TestStage(name, log, request -> Stage.done());
  }

  @Override
  public CompletionStage<?> prepare(StageRequest request) {
    log.add(name + " " + request.attempt());
    return prepare.apply(request);
  }

  @Override
  public void ended(StageRequest request, Outcome outcome) {
    log.add(name + " " + request.attempt() + " ended " + text(outcome));
  }

  private static String text(Outcome outcome) {
    return outcome.failure().map(f -> f.getClass().getSimpleName()).orElse(outcome.toString());
  }

  @Override
  public String name() {
    return name;
  }
}
