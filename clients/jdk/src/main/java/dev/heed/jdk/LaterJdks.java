package dev.heed.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Methods that later JDKs have. Clients end from JDK 21 on; before, a client ends when it is no
 * longer reachable, and here counts as ended at once.
 */
final class LaterJdks {

  private static final @Nullable MethodHandle SHUTDOWN = find("shutdown", void.class);
  private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow", void.class);
  private static final @Nullable MethodHandle IS_TERMINATED = find("isTerminated", boolean.class);

  private static final @Nullable MethodHandle AWAIT_TERMINATION =
      find("awaitTermination", boolean.class, Duration.class);

  private static final @Nullable MethodHandle LOCAL_ADDRESS =
      find(
          HttpClient.Builder.class,
          "localAddress",
          MethodType.methodType(HttpClient.Builder.class, InetAddress.class));

  private LaterJdks() {}

  private static @Nullable MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
    return find(HttpClient.class, name, MethodType.methodType(result, parameters));
  }

  private static @Nullable MethodHandle find(Class<?> type, String name, MethodType signature) {
    try {
      return MethodHandles.publicLookup().findVirtual(type, name, signature);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  static void shutdown(HttpClient client) {
    call(SHUTDOWN, client);
  }

  static void shutdownNow(HttpClient client) {
    call(SHUTDOWN_NOW, client);
  }

  static boolean isTerminated(HttpClient client) {
    return IS_TERMINATED == null || Boolean.TRUE.equals(call(IS_TERMINATED, client));
  }

  static boolean awaitTermination(HttpClient client, Duration limit) throws InterruptedException {
    if (AWAIT_TERMINATION == null) {
      return true;
    }
    try {
      return (boolean) AWAIT_TERMINATION.invoke(client, limit);
    } catch (InterruptedException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the end of the JDK client could not be awaited", e);
    }
  }

  static void localAddress(HttpClient.Builder builder, InetAddress address) {
    if (LOCAL_ADDRESS == null) {
      throw new UnsupportedOperationException("localAddress needs JDK 19 or later");
    }
    call(LOCAL_ADDRESS, builder, address);
  }

  private static @Nullable Object call(@Nullable MethodHandle method, Object... arguments) {
    if (method == null) {
      return null;
    }
    try {
      return method.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the JDK client refused a method of its own", e);
    }
  }
}
