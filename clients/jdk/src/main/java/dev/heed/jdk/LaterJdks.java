package dev.heed.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Methods that later JDKs have. Clients end from JDK 21 on; before, a client ends when it is no
 * longer reachable.
 */
final class LaterJdks {

  private static final @Nullable MethodHandle SHUTDOWN = find("shutdown");
  private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow");

  private static final @Nullable MethodHandle LOCAL_ADDRESS =
      find(
          HttpClient.Builder.class,
          "localAddress",
          MethodType.methodType(HttpClient.Builder.class, InetAddress.class));

  private LaterJdks() {}

  private static @Nullable MethodHandle find(String name) {
    return find(HttpClient.class, name, MethodType.methodType(void.class));
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

  static void localAddress(HttpClient.Builder builder, InetAddress address) {
    if (LOCAL_ADDRESS == null) {
      throw new UnsupportedOperationException("localAddress needs JDK 19 or later");
    }
    try {
      var unused = LOCAL_ADDRESS.invoke(builder, address);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the local address could not be set", e);
    }
  }

  private static void call(@Nullable MethodHandle method, HttpClient client) {
    if (method == null) {
      return;
    }
    try {
      method.invoke(client);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the JDK client could not be shut down", e);
    }
  }
}
