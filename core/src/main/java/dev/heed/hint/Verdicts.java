package dev.heed.hint;

/**
 * The ready-made readers of verdicts: fields by which a server says whether to retry at all. They
 * are strict: a field that is sent twice with different values gives no verdict.
 *
 * <p>Readers of this class are immutable and safe for use by several threads.
 */
public final class Verdicts {

  private static final VerdictReader SHOULD_RETRY = new ShouldRetry("x-should-retry");
  private static final VerdictReader STRIPE = new ShouldRetry("stripe-should-retry");
  private static final VerdictReader GRPC = new GrpcPushback();
  private static final VerdictReader STANDARD = SHOULD_RETRY.orElse(STRIPE).orElse(GRPC);
  private static final VerdictReader ENVOY = new EnvoyRateLimited();

  private Verdicts() {}

  /** {@link #shouldRetry()}, then {@link #stripe()}, then {@link #grpcPushback()}. */
  public static VerdictReader standard() {
    return STANDARD;
  }

  /**
   * {@code x-should-retry}, which OpenAI, Anthropic and other generated interfaces send: exactly
   * {@code true} or {@code false}.
   */
  public static VerdictReader shouldRetry() {
    return SHOULD_RETRY;
  }

  /** {@code stripe-should-retry}: exactly {@code true} or {@code false}. */
  public static VerdictReader stripe() {
    return STRIPE;
  }

  /**
   * {@code grpc-retry-pushback-ms} (gRPC proposal A6): a delay in milliseconds; a negative one, or
   * anything that is not a number of 32 bits without leading zeros, means stop.
   */
  public static VerdictReader grpcPushback() {
    return GRPC;
  }

  /**
   * {@code x-envoy-ratelimited}: its presence tells that Envoy refused the call and wants no retry.
   * Not a part of {@link #standard()}, since Envoy sends it along with a {@code 429} that many
   * callers want to retry.
   */
  public static VerdictReader envoy() {
    return ENVOY;
  }
}
