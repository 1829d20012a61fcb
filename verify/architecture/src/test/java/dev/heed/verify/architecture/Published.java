package dev.heed.verify.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The published modules: all modules of Heed that are on this module's class path. */
final class Published {

  /** A published module and where its classes are, a folder or a jar. */
  record Module(ModuleDescriptor descriptor, URI location) {

    String name() {
      return descriptor.name();
    }

    /** The packages that every user sees. */
    Set<String> exported() {
      return descriptor.exports().stream()
          .filter(export -> !export.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toSet());
    }

    JavaClasses classes() {
      return new ClassFileImporter().importLocations(List.of(asLocation()));
    }

    private Location asLocation() {
      return Location.of(location);
    }
  }

  private static final String DESCRIPTOR = "module-info.class";

  private Published() {}

  static List<Module> modules() {
    try {
      return Collections.list(Published.class.getClassLoader().getResources(DESCRIPTOR)).stream()
          .map(Published::read)
          .filter(module -> module.name().startsWith("dev.heed."))
          .sorted(Comparator.comparing(Module::name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Module module(String name) {
    return modules().stream()
        .filter(module -> module.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not on the class path: " + name));
  }

  /** All classes of all published modules. */
  static JavaClasses classes() {
    return new ClassFileImporter()
        .importLocations(modules().stream().map(Module::asLocation).toList());
  }

  private static Module read(URL url) {
    try (InputStream in = url.openStream()) {
      String location = url.toString();
      return new Module(
          ModuleDescriptor.read(in),
          URI.create(location.substring(0, location.length() - DESCRIPTOR.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(url.toString(), e);
    }
  }
}
