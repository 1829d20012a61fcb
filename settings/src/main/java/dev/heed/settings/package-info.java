/** Reads the settings of named clients from a YAML file, and tells all that is wrong with it. */
package dev.heed.settings;
