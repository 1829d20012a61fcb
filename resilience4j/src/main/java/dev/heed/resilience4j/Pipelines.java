package dev.heed.resilience4j;

import dev.heed.Heed;
import dev.heed.guard.Guards;
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
 * <p>The hedging pipeline sends once more beside an attempt that is slow, in place of retrying
 * after one that has failed:
 *
 * <ul>
 *   <li>30 s for each call
 *   <li>1 hedge after 2 s, or at once when the first attempt fails; all hedges together no more
 *       than the retry budget allows
 *   <li>for each endpoint that attempts go to: at most 1,000 sends at the same time, the same
 *       breaker, and 10 s for each attempt
 * </ul>
 *
 * <p>All of it is a default: a setting that is set again replaces it, a {@link Breaker} that is
 * added takes the place of this one, and {@code without} leaves a part out. {@code hedge} takes the
 * place of the retries, and {@code retry} that of the hedging.
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

  /**
   * The hedging pipeline: for requests that may be sent twice, where an answer soon is worth some
   * sends more.
   *
   * <pre>{@code
   * Heed plan =
   *     Pipelines.hedging("search")
   *         .hedge(
   *             hedge ->
   *                 hedge.endpoints(
   *                     Endpoints.ordered(
   *                         EndpointGroup.of("https://eu.example.com"),
   *                         EndpointGroup.of("https://us.example.com"))))
   *         .build();
   * }</pre>
   *
   * <p>Where the attempts go to several endpoints, an open breaker or a full limit of one lets the
   * next attempt start at once, at another endpoint. Without endpoints all attempts go where the
   * request says, and such a refusal there ends the hedging. The concurrency limit counts sends, so
   * {@code perAttempt(Guards.concurrencyLimit(50))} takes its place; {@code
   * Heed.Builder.concurrencyLimit} limits calls, beside it.
   *
   * @param name of the client
   */
  public static Heed.Builder hedging(String name) {
    return Heed.builder(name).defaults(Pipelines::hedging);
  }

  /**
   * The same settings in a plan of another kind, such as all those of a registry: {@code
   * ClientSettings.builder().defaults(Pipelines::hedging)}.
   */
  public static void hedging(Heed.Builder plan) {
    plan.callTimeout(Duration.ofSeconds(30))
        .hedge(hedge -> hedge.maxHedges(1).delay(Duration.ofSeconds(2)))
        .retryBudget()
        .perAttempt(Guards.concurrencyLimit(1000))
        .perAttempt(Breaker.builder().build())
        .attemptTimeout(Duration.ofSeconds(10));
  }
}
