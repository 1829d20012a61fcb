package dev.heed.retry;

/**
 * What the decision needs to know of a request. All of it is known before the first attempt.
 *
 * @param method for reasons
 * @param methodAllowed whether the method, a key, or somebody's word allows sending it again
 * @param replayable whether the body can be sent again
 * @param maxRetries attempts after the first, at most
 * @param limited whether the call has a deadline
 * @param deadline the instant on the monotonic clock at which the call's time is over
 * @param limitSource the setting that limits the call, for reasons
 * @param refreshable whether a re-authentication hook is there
 */
record CallFacts(
    String method,
    boolean methodAllowed,
    boolean replayable,
    int maxRetries,
    boolean limited,
    long deadline,
    String limitSource,
    boolean refreshable) {}
