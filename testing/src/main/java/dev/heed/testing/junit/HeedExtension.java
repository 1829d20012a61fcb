package dev.heed.testing.junit;

import dev.heed.testing.StubHttpClient;
import dev.heed.testing.StubServer;
import dev.heed.testing.VirtualTime;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test what it asks for by the types of its parameters, and checks and closes it in the
 * end. For JUnit 5, from 5.10 on, and 6:
 *
 * <pre>{@code
 * @ExtendWith(HeedExtension.class)
 * class OrdersTest {
 *
 *   @Test
 *   void comesBackWhenTheServerSays(StubHttpClient stub, VirtualTime time) throws Exception {
 *     stub.on(Route.get("/orders/7"), RetryReply.after(Duration.ofSeconds(7)), Reply.text("ok"));
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>A test method and its {@code @BeforeEach} and {@code @AfterEach} methods may take:
 *
 * <ul>
 *   <li>{@link VirtualTime}, a clock of the test's own;
 *   <li>{@link StubHttpClient}, a stub on that clock;
 *   <li>{@link StubServer}, a server on loopback, in real time.
 * </ul>
 *
 * <p>Parameters of one type are one object within a test. After the {@code @AfterEach} methods the
 * test fails unless all replies were asked for and nobody waits on the clock any more. A test that
 * has failed already fails with what it failed with; what the checks found is suppressed in it.
 */
public final class HeedExtension implements ParameterResolver, AfterEachCallback {

  private static final Namespace NAMESPACE = Namespace.create(HeedExtension.class);

  private static final Set<Class<?>> TYPES =
      Set.of(VirtualTime.class, StubHttpClient.class, StubServer.class);

  /** Made by JUnit. */
  public HeedExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "each test has a "
              + type.getSimpleName()
              + " of its own: make it a parameter of the test method or of a @BeforeEach method,"
              + " not of "
              + parameter.getDeclaringExecutable().getName());
    }
    Store store = context.getStore(NAMESPACE);
    Provided provided = store.get(Provided.class, Provided.class);
    if (provided == null) {
      provided = new Provided();
      store.put(Provided.class, provided);
    }
    return provided.get(type);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Provided provided = context.getStore(NAMESPACE).remove(Provided.class, Provided.class);
    if (provided == null) {
      return;
    }
    Throwable found = provided.end();
    if (found == null) {
      return;
    }
    context
        .getExecutionException()
        .ifPresentOrElse(
            own -> own.addSuppressed(found),
            () -> {
              throw unchecked(found);
            });
  }

  /** All that is thrown here is an assertion's error, or an exception without a declaration. */
  private static RuntimeException unchecked(Throwable found) {
    if (found instanceof Error error) {
      throw error;
    }
    return (RuntimeException) found;
  }
}
