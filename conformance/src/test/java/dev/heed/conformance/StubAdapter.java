package dev.heed.conformance;

import dev.heed.Heed;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** An adapter that only says what it is. */
final class StubAdapter implements Adapter {

  private final Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
  private final List<Exemption> exemptions;

  StubAdapter(Exemption... exemptions) {
    this.exemptions = List.of(exemptions);
  }

  StubAdapter can(Capability capability) {
    capabilities.add(capability);
    return this;
  }

  @Override
  public String name() {
    return "stub";
  }

  @Override
  public Set<Mode> modes() {
    return EnumSet.of(Mode.BLOCKING_HTTP_1_1, Mode.ASYNC_HTTP_1_1);
  }

  @Override
  public Set<Capability> capabilities() {
    return capabilities;
  }

  @Override
  public List<Exemption> exemptions() {
    return exemptions;
  }

  @Override
  public Subject open(Heed plan, Setup setup) {
    throw new UnsupportedOperationException("makes no calls");
  }

  @Override
  public Subject nest(Heed outer, Heed inner, Setup setup) {
    throw new UnsupportedOperationException("makes no calls");
  }

  @Override
  public boolean handsOverTheSameRequest(Heed plan, Mode mode) {
    return false;
  }
}
