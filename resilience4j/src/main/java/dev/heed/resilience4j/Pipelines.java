package dev.heed.resilience4j;

import dev.heed.Heed;
import dev.heed.retry.Jitter;
import java.time.Duration;

/**
 * Ready-made plans for clients that should survive a server in trouble, and spare it.
 *
 * <p>The standard pipeline, from the outside to the inside:
 *
 * <ul>
 *   <li>at most 1,000 calls at the same time in each partition; one more is refused at once
 *   <li>30 s for each call
 *   <li>3 retries, 2 s decorrelated, or when the server says; together no more than the retry
 *       budget allows
 *   <li>a breaker: 10 % of at least 100 sends in 30 s open it for 5 s, then 1 trial
 *   <li>10 s for each attempt
 * </ul>
 *
 * <p>All of it is a default: a setting that is set again replaces it, a {@link Breaker} that is
 * added takes the place of this one, and {@code without} leaves a part out.
 */
public final class Pipelines {

  private Pipelines() {}

  /**
   * The standard pipeline.
   *
   * <pre>{@code
   * Heed plan =
   *     Pipelines.standard("acme")
   *         .callTimeout(Duration.ofMinutes(1))
   *         .perAttempt(Breaker.builder().openFor(Duration.ofSeconds(20)).build())
   *         .without(GuardKind.BUDGET)
   *         .build();
   * }</pre>
   *
   * @param name of the client
   */
  public static Heed.Builder standard(String name) {
    return Heed.builder(name).defaults(Pipelines::standard);
  }

  /**
   * The same settings in a plan of another kind, such as all those of a registry: {@code
   * ClientSettings.builder().defaults(Pipelines::standard)}.
   */
  public static void standard(Heed.Builder plan) {
    plan.concurrencyLimit(1000)
        .callTimeout(Duration.ofSeconds(30))
        .retry(
            retry ->
                retry.maxRetries(3).baseDelay(Duration.ofSeconds(2)).jitter(Jitter.DECORRELATED))
        .retryBudget()
        .perAttempt(Breaker.builder().build())
        .attemptTimeout(Duration.ofSeconds(10));
  }
}
