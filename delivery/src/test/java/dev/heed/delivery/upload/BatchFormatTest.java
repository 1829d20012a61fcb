package dev.heed.delivery.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D5")
class BatchFormatTest {

  private static final UploadBatch TWO = Batches.of("{\"a\": 1}", "\"é\"");

  @Test
  void anArrayHoldsTheEventsAsTheyAre() {
    assertThat(text(BatchFormat.jsonArray(), TWO)).isEqualTo("[{\"a\": 1},\"é\"]");
    assertThat(text(BatchFormat.jsonArray(), Batches.of("1"))).isEqualTo("[1]");
    assertThat(BatchFormat.jsonArray().contentType()).isEqualTo("application/json");
    assertThat(BatchFormat.jsonArray().maxEvents()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void eachLineIsOneEvent() {
    assertThat(text(BatchFormat.ndjson(), TWO)).isEqualTo("{\"a\": 1}\n\"é\"\n");
    assertThat(BatchFormat.ndjson().contentType()).isEqualTo("application/x-ndjson");
  }

  @Test
  void lineBreaksInAnEventBecomeBlanksAndTheEventStaysAsItWas() {
    UploadBatch batch = Batches.of("{\r\n\"a\\n\":\n1}", "2");
    assertThat(text(BatchFormat.ndjson(), batch)).isEqualTo("{  \"a\\n\": 1}\n2\n");
    assertThat(batch.events().get(0).text()).isEqualTo("{\r\n\"a\\n\":\n1}");
  }

  @Test
  void aSingleEventIsSentAsItIs() {
    assertThat(text(BatchFormat.json(), Batches.of("{\"a\":1}"))).isEqualTo("{\"a\":1}");
    assertThat(BatchFormat.json().maxEvents()).isEqualTo(1);
  }

  private static String text(BatchFormat format, UploadBatch batch) {
    return new String(format.body(batch), StandardCharsets.UTF_8);
  }
}
