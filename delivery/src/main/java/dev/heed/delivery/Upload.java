package dev.heed.delivery;

import dev.heed.delivery.machine.DeliveryMachine;
import dev.heed.delivery.upload.UploadBatch;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One batch on its way.
 *
 * @param batch what was sent
 * @param more whether the batch has events that were not
 * @param machine the settings with which it was begun, and is ended
 * @param begun when, on the queue's clock
 * @param answer what receives the answer
 */
record Upload(
    UploadBatch batch, boolean more, DeliveryMachine machine, Instant begun, AnswerHandler answer) {

  long id() {
    return batch.id();
  }

  int size() {
    return batch.events().size();
  }

  AnswerHandler.@Nullable Head head() {
    return answer.head();
  }

  byte[] body() {
    return answer.body();
  }
}
