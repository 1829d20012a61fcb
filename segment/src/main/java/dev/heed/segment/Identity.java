package dev.heed.segment;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom an event is about: a user whose id is known, a visitor who has none yet, or both. Every
 * event has one, which is why it can only be made with one of the two ids. Immutable.
 */
public final class Identity {

  private final @Nullable String userId;
  private final @Nullable String anonymousId;

  private Identity(@Nullable String userId, @Nullable String anonymousId) {
    this.userId = userId;
    this.anonymousId = anonymousId;
  }

  /**
   * A user whom you know by this id.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public static Identity user(String userId) {
    return new Identity(Texts.notBlank("userId", userId), null);
  }

  /**
   * A visitor who has no user id yet, such as one of a cookie.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public static Identity anonymous(String anonymousId) {
    return new Identity(null, Texts.notBlank("anonymousId", anonymousId));
  }

  /**
   * The same, known to be this visitor too.
   *
   * @throws IllegalArgumentException if it is blank
   */
  public Identity withAnonymousId(String anonymousId) {
    return new Identity(userId, Texts.notBlank("anonymousId", anonymousId));
  }

  /** The id of the user. */
  public Optional<String> userId() {
    return Optional.ofNullable(userId);
  }

  /** The id of the visitor. */
  public Optional<String> anonymousId() {
    return Optional.ofNullable(anonymousId);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Identity that
        && Objects.equals(userId, that.userId)
        && Objects.equals(anonymousId, that.anonymousId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(userId, anonymousId);
  }

  /** Which ids there are; never the ids, which belong in no log. */
  @Override
  public String toString() {
    return (userId == null ? "" : "a user")
        + (userId != null && anonymousId != null ? " and " : "")
        + (anonymousId == null ? "" : "a visitor");
  }
}
