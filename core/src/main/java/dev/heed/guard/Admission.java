package dev.heed.guard;

/** The answer of a guard: a {@link Permit}, a {@link GuardWait}, or a {@link Refusal}. */
public abstract sealed class Admission permits Permit, GuardWait, Refusal {

  Admission() {}
}
