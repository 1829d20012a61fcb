package dev.heed.transport;

/** What a failed attempt says of the request, as far as the host tells. */
public enum FailureKind {
  /** The connection or the protocol failed; the request may have been processed. */
  TRANSPORT,
  /** The failure proves that the request was not processed, such as a refused connection. */
  NOT_PROCESSED,
  /** A stage asked for another attempt; nothing was sent. */
  STAGE,
  /** A time limit that Heed passed down has ended the attempt. */
  TIMED_OUT,
  /** The time limit of the whole call has ended the attempt. */
  CALL_TIMED_OUT,
  /** The certificate of the server, or its host name, was not accepted. */
  CERTIFICATE,
  /** The host could not answer the server's demand for credentials. */
  CREDENTIALS,
  /** The caller's own code failed: an argument, a body publisher, a body handler. */
  CALLER,
  /** A guard, of this plan or of another one further in, did not let it go ahead. */
  REFUSED,
  /** The body cannot be sent again and could not be kept in memory. */
  BODY,
  /** The caller has cancelled the call. */
  CANCELLED,
  /** The calling thread was interrupted. */
  INTERRUPTED
}
