package dev.heed.cli;

import dev.heed.ClientSettings;
import dev.heed.Heed;
import dev.heed.HeedRegistry;
import dev.heed.settings.SettingsException;
import dev.heed.settings.SettingsFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** The plans of a command: of the clients of a settings file, with the options given over it. */
final class Plans {

  private static final String CLIENT = "--client";

  private final ClientSettings file;
  private final List<String> clients;
  private final PlanOptions options;

  private Plans(ClientSettings file, List<String> clients, PlanOptions options) {
    this.file = file;
    this.clients = clients;
    this.options = options;
  }

  /**
   * The plans that a command was given.
   *
   * @param file the settings file; null for none
   * @param where how the file is given, for messages
   * @param name of the plan where no client is named
   * @throws Failure when the file, the client or the options are wrong
   */
  static Plans of(ParseResult given, @Nullable String file, String where, String name)
      throws Failure {
    PlanOptions options = PlanOptions.of(given);
    String client = Options.text(given, CLIENT);
    if (file == null) {
      if (client != null) {
        throw Failure.usage(CLIENT + " names a client of a settings file; give " + where + " too");
      }
      options.checkDelays();
      return new Plans(ClientSettings.builder().build(), List.of(name), options);
    }
    ClientSettings settings = read(file);
    List<String> all =
        settings.clients().isEmpty() ? List.of(name) : List.copyOf(settings.clients());
    return new Plans(settings, client == null ? all : List.of(known(settings, client)), options);
  }

  private static ClientSettings read(String file) throws Failure {
    try {
      return SettingsFile.read(Path.of(file));
    } catch (SettingsException e) {
      throw Failure.ofFile(e.problems());
    } catch (InvalidPathException e) {
      throw Failure.usage("'" + Text.shown(file) + "' cannot be the name of a file");
    }
  }

  private static String known(ClientSettings settings, String client) throws Failure {
    try {
      return HeedRegistry.of(settings).plan(client).name();
    } catch (IllegalArgumentException e) {
      throw Failure.usage(CLIENT + ": " + e.getMessage());
    }
  }

  /** The names of the clients that were asked for. */
  List<String> clients() {
    return clients;
  }

  /**
   * The only client that was asked for.
   *
   * @throws Failure when there are several
   */
  String onlyClient() throws Failure {
    if (clients.size() > 1) {
      throw Failure.usage(
          "the settings file has several clients; choose one with "
              + CLIENT
              + ": "
              + Text.shown(String.join(", ", clients)));
    }
    return clients.get(0);
  }

  /**
   * The plan of a client.
   *
   * @param more what the command adds to it
   * @throws Failure when the options do not fit to what the file says
   */
  Heed plan(String client, Consumer<? super Heed.Builder> more) throws Failure {
    ClientSettings over =
        ClientSettings.builder().client(client, options::applyTo).client(client, more).build();
    try {
      return HeedRegistry.of(file, over).plan(client);
    } catch (IllegalArgumentException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }
}
