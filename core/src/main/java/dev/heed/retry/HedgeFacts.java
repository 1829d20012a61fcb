package dev.heed.retry;

import java.util.List;

/**
 * What the decision needs to know of a call that may be hedged. All of it is known before the first
 * attempt.
 *
 * @param request its method, body and limits; {@code maxRetries} is the number of hedges
 * @param methods the methods that may be hedged, for reasons
 * @param partitions of the places where attempts may go, in the order of their turns
 * @param reused whether there is one place for all attempts, and not one for each
 */
record HedgeFacts(CallFacts request, String methods, List<String> partitions, boolean reused) {}
