package dev.heed.segment;

/** That two ids are the same person. Not for several threads. */
public final class AliasEvent extends SegmentEvent<AliasEvent> {

  AliasEvent(String previousId, String userId) {
    super("alias", Identity.user(userId));
    field("previousId", Texts.notBlank("previousId", previousId));
  }

  @Override
  AliasEvent self() {
    return this;
  }
}
