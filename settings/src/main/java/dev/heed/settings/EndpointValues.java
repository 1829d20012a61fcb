package dev.heed.settings;

import dev.heed.retry.EndpointGroup;
import dev.heed.settings.Node.Broken;
import dev.heed.settings.Node.Entry;
import dev.heed.settings.Node.Items;
import dev.heed.settings.Node.Scalar;
import dev.heed.settings.Node.Section;
import dev.heed.settings.ValueType.Complaints;
import dev.heed.text.Words;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads groups of endpoints. */
final class EndpointValues {

  private static final String EXAMPLE = "[https://eu.example.com, https://us.example.com]";
  private static final String BASES = "bases";
  private static final String WEIGHT = "weight";
  private static final int MOST_WEIGHT = 1_000_000;

  private static final String BASE = "^https?://[A-Za-z0-9._~%:/\\[\\]-]+( x[1-9][0-9]{0,5})?$";
  private static final Pattern WEIGHTED = Pattern.compile("(\\S+) x([1-9][0-9]{0,5})");

  private static final String BASE_SCHEMA =
      "{\"type\": \"string\", \"pattern\": \"" + BASE.replace("\\", "\\\\") + "\"}";
  private static final String LIST_SCHEMA =
      "{\"type\": \"array\", \"minItems\": 1, \"items\": " + BASE_SCHEMA + "}";
  private static final String GROUP_SCHEMA =
      "{\"type\": \"object\", \"additionalProperties\": false, \"required\": [\"bases\"],"
          + " \"properties\": {\"bases\": "
          + LIST_SCHEMA
          + ", \"weight\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": "
          + MOST_WEIGHT
          + "}}}";

  private EndpointValues() {}

  /** A list of groups; an empty one for {@code none}. */
  static ValueType<List<EndpointGroup>> groups() {
    return new ValueType<>(
        "a list of bases or of groups of them, or `none`",
        EXAMPLE,
        "{\"anyOf\": [{\"const\": \"none\"}, {\"type\": \"array\", \"minItems\": 1, \"items\":"
            + " {\"anyOf\": ["
            + String.join(", ", BASE_SCHEMA, LIST_SCHEMA, GROUP_SCHEMA)
            + "]}}]}",
        EndpointValues::read);
  }

  private static Optional<List<EndpointGroup>> read(Node value, Complaints complaints) {
    if (value instanceof Scalar word && word.text().equals("none")) {
      return Optional.of(List.of());
    }
    if (!(value instanceof Items list) || list.items().isEmpty()) {
      complaints.add(
          value.at(), "expected a list of bases, but found " + found(value) + "; write " + EXAMPLE);
      return Optional.empty();
    }
    List<EndpointGroup> groups = new ArrayList<>();
    for (Node item : list.items()) {
      group(item, complaints).ifPresent(groups::add);
    }
    return groups.size() == list.items().size() ? Optional.of(groups) : Optional.empty();
  }

  private static String found(Node value) {
    return value instanceof Items ? "an empty list" : ValueType.kind(value);
  }

  private static Optional<EndpointGroup> group(Node item, Complaints complaints) {
    if (item instanceof Section section) {
      return weighted(section, complaints);
    }
    return bases(item instanceof Items list ? list.items() : List.of(item), item, complaints);
  }

  /** A group with keys of its own. */
  private static Optional<EndpointGroup> weighted(Section section, Complaints complaints) {
    Optional<EndpointGroup> group = Optional.empty();
    Optional<Integer> weight = Optional.of(EndpointGroup.DEFAULT_WEIGHT);
    boolean named = false;
    for (Entry entry : section.entries()) {
      if (entry.key().equals(BASES)) {
        named = true;
        Node value = entry.value();
        group = bases(value instanceof Items list ? list.items() : List.of(), value, complaints);
      } else if (entry.key().equals(WEIGHT)) {
        weight = weight(entry, complaints);
      } else {
        named = true;
        complaints.add(
            entry.at(),
            "unknown key '%s'; there are bases, weight".formatted(Words.shown(entry.key())));
      }
    }
    if (!named) {
      complaints.add(section.at(), "a group needs bases; write {bases: " + EXAMPLE + "}");
    }
    Optional<EndpointGroup> whole = group;
    return weight.flatMap(given -> whole.map(made -> made.weight(given)));
  }

  private static Optional<Integer> weight(Entry entry, Complaints complaints) {
    return ValueTypes.number("2", 1, MOST_WEIGHT).reader().read(entry.value(), complaints);
  }

  private static Optional<EndpointGroup> bases(List<Node> bases, Node at, Complaints complaints) {
    if (bases.isEmpty() && !(at instanceof Broken)) {
      complaints.add(
          at.at(),
          "a group needs a list of bases, but here is " + found(at) + "; write " + EXAMPLE);
    }
    EndpointGroup group = EndpointGroup.of(new URI[0]);
    boolean whole = !bases.isEmpty();
    for (Node base : bases) {
      Optional<EndpointGroup> more = base(group, base, complaints);
      whole &= more.isPresent();
      group = more.orElse(group);
    }
    return whole ? Optional.of(group) : Optional.empty();
  }

  /** The group with one more base. */
  private static Optional<EndpointGroup> base(
      EndpointGroup group, Node base, Complaints complaints) {
    if (base instanceof Broken) {
      return Optional.empty();
    }
    if (!(base instanceof Scalar word) || word.isNothing()) {
      complaints.add(base.at(), "expected a base, but found " + ValueType.kind(base));
      return Optional.empty();
    }
    if (!word.text().matches(BASE)) {
      complaints.add(base.at(), notBase(word.text()));
      return Optional.empty();
    }
    Matcher weighted = WEIGHTED.matcher(word.text());
    boolean hasWeight = weighted.matches();
    String uri = hasWeight ? weighted.group(1) : word.text();
    int weight = hasWeight ? Integer.parseInt(weighted.group(2)) : EndpointGroup.DEFAULT_WEIGHT;
    try {
      return Optional.of(group.and(URI.create(uri), weight));
    } catch (IllegalArgumentException e) {
      complaints.add(base.at(), notBase(word.text()));
      return Optional.empty();
    }
  }

  /** A base may hold what nobody should see, such as a password. */
  private static String notBase(String text) {
    return text.contains("@") || text.contains("?")
        ? "a base has no user and no query; write one such as https://eu.example.com/v1"
        : "'%s' is not a base; write one such as https://eu.example.com/v1"
            .formatted(Words.shown(text));
  }
}
