package dev.heed.verify.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API of a module as sorted lines: what exported packages show to users and subclasses.
 * Each line stands for itself, so that a comparison can name what changed.
 */
final class ApiDump {

  private ApiDump() {}

  static List<String> of(Published.Module module) {
    Set<String> exported = module.exported();
    List<String> lines = new ArrayList<>();
    module.descriptor().requires().stream()
        .filter(
            needed -> needed.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE))
        .map(needed -> "module " + module.name() + " requires transitive " + needed.name())
        .sorted()
        .forEach(lines::add);
    exported.stream()
        .sorted()
        .forEach(name -> lines.add("module " + module.name() + " exports " + name));
    lines.addAll(
        of(
            classNames(module).stream()
                .<Class<?>>map(ApiDump::load)
                .filter(type -> exported.contains(type.getPackageName()))
                .toList()));
    return lines;
  }

  /** The lines of the visible ones of some types, in the order of their names. */
  static List<String> of(Collection<Class<?>> types) {
    return types.stream()
        .filter(ApiDump::isVisible)
        .sorted((one, two) -> one.getCanonicalName().compareTo(two.getCanonicalName()))
        .flatMap(ApiDump::lines)
        .toList();
  }

  private static Stream<String> lines(Class<?> type) {
    Set<String> members = new TreeSet<>();
    for (Class<?> source : withHiddenSupertypes(type)) {
      for (Field field : source.getDeclaredFields()) {
        add(members, type, field, () -> field(field));
      }
      for (Method method : source.getDeclaredMethods()) {
        add(members, type, method, () -> method(method));
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      add(members, type, constructor, () -> "new" + rest(constructor));
    }
    String name = type.getCanonicalName();
    return Stream.concat(
        Stream.of(header(type)), members.stream().map(line -> name + " | " + line));
  }

  private static void add(
      Set<String> members, Class<?> type, Member member, Supplier<String> text) {
    if (!member.isSynthetic() && isVisible(member, type)) {
      members.add(marks((AnnotatedElement) member) + text.get());
    }
  }

  /** A type and the supertypes that users cannot name, but whose public members they inherit. */
  private static Set<Class<?>> withHiddenSupertypes(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>(Set.of(type));
    Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
        .filter(parent -> !isVisible(parent))
        .forEach(parent -> all.addAll(withHiddenSupertypes(parent)));
    return all;
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    boolean named = !type.isAnonymousClass() && !type.isLocalClass() && !type.isSynthetic();
    return named
        && (Modifier.isPublic(type.getModifiers())
            || (Modifier.isProtected(type.getModifiers()) && isOpen(outer)))
        && (outer == null || isVisible(outer));
  }

  private static boolean isVisible(Member member, Class<?> type) {
    return Modifier.isPublic(member.getModifiers())
        || (Modifier.isProtected(member.getModifiers()) && isOpen(type));
  }

  /** Whether users can subclass it; if not, what is protected is for nobody. */
  private static boolean isOpen(Class<?> type) {
    return !Modifier.isFinal(type.getModifiers())
        && !type.isSealed()
        && Stream.of(type.getDeclaredConstructors())
            .anyMatch(made -> (made.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0);
  }

  private static String header(Class<?> type) {
    String parents =
        Stream.concat(
                Stream.ofNullable(type.getAnnotatedSuperclass())
                    .filter(parent -> !isImplied(parent)),
                Arrays.stream(type.getAnnotatedInterfaces()))
            .filter(parent -> isVisible(raw(parent)))
            .map(TypeText::of)
            .collect(Collectors.joining(", "));
    return marks(type)
        + modifiers(type.getModifiers() & ~implied(type), type)
        + (type.isSealed() ? "sealed " : "")
        + kind(type)
        + " "
        + type.getCanonicalName()
        + TypeText.parameters(type.getTypeParameters()).stripTrailing()
        + (parents.isEmpty() ? "" : " : " + parents);
  }

  private static boolean isImplied(AnnotatedType parent) {
    return Set.of(Object.class, Record.class, Enum.class).contains(raw(parent));
  }

  private static Class<?> raw(AnnotatedType parent) {
    return parent.getType() instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) parent.getType();
  }

  private static int implied(Class<?> type) {
    if (type.isInterface()) {
      return Modifier.STATIC | Modifier.ABSTRACT;
    }
    return type.isRecord() || type.isEnum() ? Modifier.STATIC | Modifier.FINAL : 0;
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    if (type.isEnum()) {
      return "enum";
    }
    return type.isRecord() ? "record" : "class";
  }

  private static String field(Field field) {
    return modifiers(field.getModifiers(), field.getDeclaringClass())
        + TypeText.of(field.getAnnotatedType())
        + " "
        + field.getName();
  }

  private static String method(Method method) {
    return (method.isDefault() ? "default " : "")
        + modifiers(method.getModifiers(), method.getDeclaringClass())
        + TypeText.parameters(method.getTypeParameters())
        + TypeText.of(method.getAnnotatedReturnType())
        + " "
        + method.getName()
        + rest(method);
  }

  private static String rest(Executable executable) {
    String thrown = list(executable.getAnnotatedExceptionTypes());
    return "("
        + list(executable.getAnnotatedParameterTypes())
        + ")"
        + (executable.isVarArgs() ? " varargs" : "")
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }

  private static String list(AnnotatedType[] types) {
    return Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", "));
  }

  /** What users can tell: not synchronized, native, or what every interface has. */
  private static String modifiers(int modifiers, Class<?> owner) {
    int told = Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
    int implied = owner.isInterface() ? Modifier.ABSTRACT : 0;
    String text = Modifier.toString(modifiers & told & ~implied);
    return text.isEmpty() ? "" : text + " ";
  }

  private static String marks(AnnotatedElement element) {
    return Map.<Class<? extends Annotation>, String>of(
            Deprecated.class, "@Deprecated ", FunctionalInterface.class, "@FunctionalInterface ")
        .entrySet()
        .stream()
        .filter(mark -> element.isAnnotationPresent(mark.getKey()))
        .map(Map.Entry::getValue)
        .sorted()
        .collect(Collectors.joining());
  }

  /** The names of all classes of a module, whoever sees them. */
  static List<String> classNames(Published.Module module) {
    URI location = module.location();
    try {
      if (!location.getScheme().equals("jar")) {
        return classNames(Path.of(location));
      }
      try (FileSystem jar = FileSystems.newFileSystem(location, Map.of())) {
        return classNames(jar.getPath("/"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> classNames(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiDump.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
