package dev.heed.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds the command and runs it. Only the command that is asked for is loaded, because most of them
 * live for a moment.
 */
final class App {

  private static final List<String> HELP = List.of("-h", "--help", "help");
  private static final List<String> VERSION = List.of("-V", "--version");

  private final Terminal terminal;

  App(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs one command; what goes wrong is told in one line. */
  int run(String... args) {
    String name = args.length == 0 ? "" : args[0];
    try {
      return dispatch(name, args);
    } catch (Failure e) {
      return e.isOfFile() ? show(e) : complain(name, e.status(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return complain(name, Exit.INTERRUPTED, "interrupted");
    } catch (IOException | UncheckedIOException e) {
      return complain(name, Exit.OTHER, Text.shown(String.valueOf(e.getMessage())));
    }
  }

  private int show(Failure failure) {
    terminal.out().flush();
    String.valueOf(failure.getMessage()).lines().forEach(terminal.err()::println);
    return failure.status();
  }

  private int complain(String name, int status, @Nullable String line) {
    String who = Commands.isCommand(name) ? "heed " + name : "heed";
    terminal.out().flush();
    terminal.err().println(terminal.errPaint().bad(who + ":") + " " + line);
    return status;
  }

  private int dispatch(String name, String... args)
      throws Failure, IOException, InterruptedException {
    if (name.isEmpty()) {
      terminal.err().print(usage(Commands.overview(), terminal.errIsTerminal()));
      return Exit.USAGE;
    }
    if (VERSION.contains(name)) {
      terminal.out().println("heed " + version());
      return Exit.OK;
    }
    if (HELP.contains(name)) {
      return help(args);
    }
    Command command = Commands.find(name);
    if (command == null) {
      throw Failure.usage(unknown(name));
    }
    List<String> rest = List.of(args).subList(1, args.length);
    return run(command, name, rest);
  }

  private int help(String... args) throws Failure {
    Command command = args.length > 1 ? Commands.find(args[1]) : null;
    if (args.length > 1 && command == null) {
      throw Failure.usage(unknown(args[1]));
    }
    CommandSpec spec = command == null ? Commands.overview() : named(command.spec());
    terminal.out().print(usage(spec, terminal.outIsTerminal()));
    return Exit.OK;
  }

  private int run(Command command, String name, List<String> args)
      throws Failure, IOException, InterruptedException {
    CommandSpec spec = named(command.spec());
    CommandLine line = new CommandLine(spec);
    // A value that begins with @ is the name of a file with a body, not of one with arguments.
    line.setExpandAtFiles(false);
    ParseResult given = parse(line, name, args);
    if (given.isUsageHelpRequested()) {
      terminal.out().print(usage(spec, terminal.outIsTerminal()));
      return Exit.OK;
    }
    return command.run(given, terminal);
  }

  private static ParseResult parse(CommandLine line, String name, List<String> args)
      throws Failure {
    try {
      return line.parseArgs(args.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      String what = Text.shown(e.getUnmatched().get(0));
      List<String> near = e.isUnknownOption() ? e.getSuggestions() : List.of();
      throw Failure.usage(
          (e.isUnknownOption() ? "unknown option '" : "there is no place for '")
              + what
              + (near.isEmpty() ? "'" : "', perhaps '" + near.get(0) + "'")
              + seeHelp(name));
    } catch (MissingParameterException e) {
      throw Failure.usage(lowerFirst(String.valueOf(e.getMessage())) + seeHelp(name));
    } catch (ParameterException e) {
      throw Failure.usage(Text.shown(lowerFirst(String.valueOf(e.getMessage()))) + seeHelp(name));
    }
  }

  private static String seeHelp(String name) {
    return "; see 'heed " + name + " --help'";
  }

  private static String lowerFirst(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }

  private static String unknown(String name) {
    boolean option = name.startsWith("-");
    String near = option ? null : Commands.nearest(name);
    String meant = near == null ? "" : "; did you mean '" + near + "'? If not,";
    return (option ? "unknown option '" : "unknown command '")
        + Text.shown(name)
        + "'"
        + (meant.isEmpty() ? ";" : meant)
        + " see 'heed --help'";
  }

  /** The command under the name by which it is called, with what every command has. */
  private static CommandSpec named(CommandSpec spec) {
    return withHelp(spec).name("heed " + spec.name());
  }

  static CommandSpec withHelp(CommandSpec spec) {
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
  }

  private String usage(CommandSpec spec, boolean person) {
    spec.usageMessage().width(100);
    return new CommandLine(spec).getUsageMessage(terminal.color() && person ? Ansi.ON : Ansi.OFF);
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = App.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
