package dev.heed.verify.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a module that depends on the JDK alone may use: the JDK's modules, JSpecify's names, Heed.
 */
final class Dependencies {

  private static final Set<String> JDK_PACKAGES =
      ModuleFinder.ofSystem().findAll().stream()
          .map(ModuleReference::descriptor)
          .filter(module -> isJdk(module.name()))
          .flatMap(module -> module.packages().stream())
          .collect(Collectors.toSet());

  private Dependencies() {}

  /**
   * @param own the root package of the module's own classes
   */
  static ArchRule jdkAlone(String own) {
    return jdkAloneOutside(own);
  }

  /**
   * The same for a module of which some packages use a library that need not be there.
   *
   * @param optional the packages that may, and that no other may use
   */
  static ArchRule jdkAloneOutside(String own, String... optional) {
    return ArchRuleDefinition.classes()
        .that()
        .resideOutsideOfPackages(optional)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are the JDK's or ours",
                type ->
                    isAllowed(type, own) && !List.of(optional).contains(type.getPackageName())));
  }

  /** The modules that a descriptor requires and should not. */
  static List<String> foreign(ModuleDescriptor module) {
    return module.requires().stream()
        .map(ModuleDescriptor.Requires::name)
        .filter(name -> !isJdk(name))
        .filter(name -> !name.equals("org.jspecify") && !name.startsWith("dev.heed."))
        .sorted()
        .toList();
  }

  /** Flight Recorder is a part of every JDK although its name does not start with java. */
  private static boolean isJdk(String module) {
    return module.startsWith("java.") || module.equals("jdk.jfr");
  }

  private static boolean isAllowed(JavaClass type, String own) {
    String name = type.getBaseComponentType().getPackageName();
    return type.getBaseComponentType().isPrimitive()
        || JDK_PACKAGES.contains(name)
        || name.equals("org.jspecify.annotations")
        || name.equals(own)
        || name.startsWith(own + ".");
  }
}
