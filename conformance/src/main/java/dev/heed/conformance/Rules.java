package dev.heed.conformance;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A group of tests of the suite. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class Rules {}
