package dev.heed.delivery;

/** What a queue is made of, for those who need most of it. */
record Parts(
    Serial serial,
    QueueClock clock,
    Shelf shelf,
    Transfer transfer,
    Answers answers,
    StateKeeper keeper,
    Telling telling,
    Counters counters,
    DeliveryConfig config) {}
