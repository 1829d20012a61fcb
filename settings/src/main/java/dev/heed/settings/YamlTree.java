package dev.heed.settings;

import dev.heed.settings.Node.Broken;
import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Items;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import dev.heed.text.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Makes a tree of a YAML text, from the parser's events and not by its own objects: so that every
 * part has its place, a key that is there twice is told, and nothing is ever built by the name of a
 * class or copied by an alias.
 */
final class YamlTree {

  /** Deeper than any settings. */
  private static final int MOST_LEVELS = 16;

  private final Problems problems;
  private final Deque<Open> open = new ArrayDeque<>();
  private @Nullable Node root;
  private int documents;
  private Position last = Position.START;

  private YamlTree(Problems problems) {
    this.problems = problems;
  }

  /** The tree; empty when the text is no YAML or has nothing in it, which has then been told. */
  static Optional<Node> read(String text, Problems problems) {
    YamlTree tree = new YamlTree(problems);
    try {
      tree.parse(text);
    } catch (TooDeep e) {
      problems.add(tree.last, "too many levels; the deepest key is on the fourth");
      return Optional.empty();
    } catch (MarkedYamlEngineException e) {
      SyntaxErrors.tell(e, tree.last, problems);
      return Optional.empty();
    } catch (RuntimeException e) {
      SyntaxErrors.tell(e, tree.last, problems);
      return Optional.empty();
    }
    return Optional.ofNullable(tree.root);
  }

  private void parse(String text) {
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(SettingsText.MOST_BYTES).setUseMarks(true).build();
    Parser parser = new ParserImpl(settings, new StreamReader(settings, text));
    while (parser.hasNext()) {
      Event event = parser.next();
      last = event.getStartMark().map(SyntaxErrors::position).orElse(last);
      if (documents < 2) {
        take(event);
      }
    }
  }

  private void take(Event event) {
    switch (event.getEventId()) {
      case DocumentStart -> documentBegins();
      case Scalar -> scalar((ScalarEvent) event);
      case Alias -> alias((AliasEvent) event);
      case MappingStart -> begin(new Open(last, true), (CollectionStartEvent) event);
      case SequenceStart -> begin(new Open(last, false), (CollectionStartEvent) event);
      case MappingEnd, SequenceEnd -> place(open.pop().close());
      case Comment, StreamStart, StreamEnd, DocumentEnd -> {}
    }
  }

  private void documentBegins() {
    documents++;
    if (documents == 2) {
      problems.add(last, "a second document begins; put all settings into one, without '---'");
    }
  }

  private void scalar(ScalarEvent event) {
    refuseAnchor(event);
    refuseTag(event.getTag());
    place(new Scalar(last, event.getValue(), event.isPlain()));
  }

  private void alias(AliasEvent event) {
    problems.add(
        last,
        "aliases such as '*"
            + Words.shown(event.getAlias().getValue())
            + "' are not followed; put what clients share under 'defaults'");
    place(new Broken(last));
  }

  private void begin(Open section, CollectionStartEvent event) {
    refuseAnchor(event);
    refuseTag(event.getTag());
    if (open.size() == MOST_LEVELS) {
      throw new TooDeep();
    }
    open.push(section);
  }

  private void refuseAnchor(NodeEvent event) {
    event
        .getAnchor()
        .ifPresent(
            anchor ->
                problems.add(
                    last,
                    "anchors such as '&"
                        + Words.shown(anchor.getValue())
                        + "' have no use here; remove it"));
  }

  private void refuseTag(Optional<String> tag) {
    tag.ifPresent(
        name ->
            problems.add(last, "tags such as '" + Words.shown(name) + "' have no use; remove it"));
  }

  private void place(Node node) {
    Open around = open.peek();
    if (around == null) {
      root = node;
    } else {
      around.add(node);
    }
  }

  /** A section or a list whose end has not been read. */
  private final class Open {

    private final Position at;
    private final boolean section;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Node> items = new ArrayList<>();
    private final Map<String, Position> keys = new HashMap<>();
    private @Nullable Node key;

    Open(Position at, boolean section) {
      this.at = at;
      this.section = section;
    }

    void add(Node node) {
      if (!section) {
        items.add(node);
      } else if (key == null) {
        key = node;
      } else {
        entry(key, node);
        key = null;
      }
    }

    private void entry(Node key, Node value) {
      if (!(key instanceof Scalar word)) {
        if (!(key instanceof Broken)) {
          problems.add(key.at(), "a key must be one word");
        }
        return;
      }
      Position first = keys.putIfAbsent(word.text(), word.at());
      if (first != null) {
        problems.add(
            word.at(),
            "'%s' is there twice, first in line %d; remove one of them"
                .formatted(Words.shown(word.text()), first.line()));
      }
      entries.add(new Entry(word.at(), word.text(), value));
    }

    Node close() {
      return section ? new Section(at, entries) : new Items(at, items);
    }
  }

  /** Ends the reading of a text that goes on and on. */
  private static final class TooDeep extends RuntimeException {

    private static final long serialVersionUID = 1;
  }
}
