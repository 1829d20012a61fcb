/**
 * The settings of named clients from a YAML file. The guards of Resilience4j can be set in it where
 * their module is there.
 */
@org.jspecify.annotations.NullMarked
module dev.heed.settings {
  requires transitive dev.heed.core;
  requires org.snakeyaml.engine;
  requires static dev.heed.resilience4j;
  requires static org.jspecify;

  exports dev.heed.settings;
}
