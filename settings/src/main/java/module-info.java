/** The settings of named clients from a YAML file. */
@org.jspecify.annotations.NullMarked
module dev.heed.settings {
  requires transitive dev.heed.core;
  requires org.snakeyaml.engine;
  requires static org.jspecify;

  exports dev.heed.settings;
}
