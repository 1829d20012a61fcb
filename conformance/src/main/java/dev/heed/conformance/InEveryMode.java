package dev.heed.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test of the suite: run once for each mode that the adapter has. Takes a {@link Trial}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@TestTemplate
@ExtendWith(ModesExtension.class)
@interface InEveryMode {

  /** The modes for which the test means something. */
  Mode[] value() default {
    Mode.BLOCKING_HTTP_1_1, Mode.BLOCKING_HTTP_2, Mode.ASYNC_HTTP_1_1, Mode.ASYNC_HTTP_2
  };

  /** What the host must be able to do. */
  Capability[] needs() default {};
}
