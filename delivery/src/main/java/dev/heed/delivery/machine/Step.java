package dev.heed.delivery.machine;

/**
 * What the machine makes of an answer.
 *
 * @param state the state from now on
 * @param verdict what becomes of the events that were sent
 */
public record Step(DeliveryState state, Verdict verdict) {}
