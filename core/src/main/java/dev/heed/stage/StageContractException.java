package dev.heed.stage;

/** A stage broke its contract; the message names the stage and what it did. */
public final class StageContractException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  /** With a message that names the stage. */
  public StageContractException(String message) {
    super(message);
  }
}
