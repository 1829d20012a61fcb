package dev.heed.cli;

import dev.heed.segment.e2e.E2eResult;
import dev.heed.segment.e2e.SegmentE2e;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Speaks the protocol of the tests for all SDKs of Segment. For those tests alone, and so in no
 * overview.
 */
final class E2eCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("e2e");
    spec.addOption(
        OptionSpec.builder("--input")
            .paramLabel("JSON")
            .type(String.class)
            .required(true)
            .description("What to send and where, as the protocol has it.")
            .build());
    spec.usageMessage()
        .description(
            "Send the events of a document to a Segment-compatible server and print, as JSON,"
                + " whether all were delivered. For tests of the protocol.",
            "")
        .footer(
            "",
            "Examples:",
            "  heed e2e --input '{\"writeKey\":\"k\",\"apiHost\":\"http://localhost:8080\","
                + "\"sequences\":[]}'");
    return spec;
  }

  @Override
  public int run(ParseResult given, Terminal terminal) throws InterruptedException {
    Logs.off();
    String input = "";
    E2eResult result = SegmentE2e.run(given.matchedOptionValue("--input", input));
    terminal.out().println(result.json());
    return result.isSuccess() ? Exit.OK : Exit.OTHER;
  }
}
