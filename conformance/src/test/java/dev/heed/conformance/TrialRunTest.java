package dev.heed.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

final class TrialRunTest {

  private static final Exemption EXEMPT =
      Exemption.of("R5", "someTest")
          .in(Mode.BLOCKING_HTTP_1_1)
          .because("it cannot")
          .host("Host.java, line 1")
          .shownBy(TrialRunTest.class, "anExemptTestThatFailsIsKeptAsExempt")
          .build();

  private final Results results = new Results("stub");

  private static final class Body implements Invocation<@Nullable Void> {

    private final Throwable failure;
    private boolean skipped;
    private boolean ran;

    Body(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public Void proceed() throws Throwable {
      ran = true;
      if (failure != null) {
        throw failure;
      }
      return null;
    }

    @Override
    public void skip() {
      skipped = true;
    }
  }

  private void judge(Adapter adapter, Body body, Capability... needs) throws Throwable {
    results.tested(
        Set.of("R5", "slow"), "someTest", Mode.BLOCKING_HTTP_1_1, Results.Outcome.FAILED);
    new TrialRun(adapter, Mode.BLOCKING_HTTP_1_1, List.of(needs), results).judge("someTest", body);
  }

  private String line() {
    return results.lines().get(1);
  }

  @Test
  void aTestThatPassesIsKeptAsPassed() throws Throwable {
    judge(new StubAdapter(), new Body(null));
    assertThat(results.lines())
        .containsExactly(
            "test,rules,\"blocking, HTTP/1.1\",\"blocking, HTTP/2\",\"asynchronous, HTTP/1.1\","
                + "\"asynchronous, HTTP/2\",exempt from,because,host,shown by",
            "someTest,R5,passed,,,,,,,");
  }

  @Test
  void aTestThatFailsIsKeptAsFailed() {
    AssertionError failure = new AssertionError("wrong");
    assertThatThrownBy(() -> judge(new StubAdapter(), new Body(failure))).isSameAs(failure);
    assertThat(line()).isEqualTo("someTest,R5,failed,,,,,,,");
  }

  @Test
  void anExemptTestThatFailsIsKeptAsExempt() {
    Body body = new Body(new AssertionError("wrong"));
    assertThatCode(() -> judge(new StubAdapter(EXEMPT), body)).doesNotThrowAnyException();
    assertThat(line())
        .isEqualTo(
            "someTest,R5,exempt,,,,R5,it cannot,\"Host.java, line 1\","
                + "TrialRunTest.anExemptTestThatFailsIsKeptAsExempt");
  }

  @Test
  void anExemptTestThatPassesIsAnError() {
    assertThatThrownBy(() -> judge(new StubAdapter(EXEMPT), new Body(null)))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "the exemption from someTest (R5): it cannot is not needed in the mode \"blocking,"
                + " HTTP/1.1\": the test passes. Take it out");
    assertThat(line()).startsWith("someTest,R5,failed");
  }

  @Test
  void aTestOfWhatTheHostHasNotNeedsAnExemption() {
    Body body = new Body(null);
    assertThatThrownBy(() -> judge(new StubAdapter(), body, Capability.FILE_BODIES))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "stub does not name FILE_BODIES among its capabilities: name it, or add an exemption"
                + " from someTest that shows the host without it");
    assertThat(body.ran).isFalse();
  }

  @Test
  void anExemptTestOfWhatTheHostHasNotIsNotRun() throws Throwable {
    Body body = new Body(null);
    judge(new StubAdapter(EXEMPT), body, Capability.FILE_BODIES);
    assertThat(body.skipped).isTrue();
    assertThat(body.ran).isFalse();
    assertThat(line()).startsWith("someTest,R5,exempt");
  }

  @Test
  void anExemptTestOfWhatTheHostHasIsRun() throws Throwable {
    Body body = new Body(new AssertionError("wrong"));
    judge(new StubAdapter(EXEMPT).can(Capability.FILE_BODIES), body, Capability.FILE_BODIES);
    assertThat(body.ran).isTrue();
  }
}
