package dev.heed.verify.architecture;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;

/**
 * Writes types as source code would, nullness included, since that is a part of the contract. The
 * JDK's own {@code toString} differs from one Java to the next.
 */
final class TypeText {

  private TypeText() {}

  static String of(AnnotatedType type) {
    if (type instanceof AnnotatedArrayType array) {
      return of(array.getAnnotatedGenericComponentType()) + spaced(nullness(type)) + "[]";
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      return nullness(type) + wildcard(wildcard);
    }
    if (type instanceof AnnotatedParameterizedType parameterized) {
      return nullness(type) + parameterized(parameterized);
    }
    if (type instanceof AnnotatedTypeVariable variable) {
      return nullness(type) + ((TypeVariable<?>) variable.getType()).getName();
    }
    return nullness(type) + name((Class<?>) type.getType());
  }

  /** Type parameters with their bounds, with a space at the end; nothing when there are none. */
  static String parameters(TypeVariable<?>[] variables) {
    if (variables.length == 0) {
      return "";
    }
    return Arrays.stream(variables)
        .map(variable -> variable.getName() + bounds(variable))
        .collect(Collectors.joining(", ", "<", "> "));
  }

  static String name(Class<?> type) {
    if (type.isArray()) {
      return name(type.getComponentType()) + "[]";
    }
    boolean shortened = !type.isPrimitive() && type.getPackageName().equals("java.lang");
    String name = type.getCanonicalName();
    return shortened ? name.substring("java.lang.".length()) : name;
  }

  private static String parameterized(AnnotatedParameterizedType type) {
    Class<?> raw = (Class<?>) ((ParameterizedType) type.getType()).getRawType();
    return Arrays.stream(type.getAnnotatedActualTypeArguments())
        .map(TypeText::of)
        .collect(Collectors.joining(", ", name(raw) + "<", ">"));
  }

  private static String wildcard(AnnotatedWildcardType type) {
    AnnotatedType[] lower = type.getAnnotatedLowerBounds();
    if (lower.length > 0) {
      return "? super " + of(lower[0]);
    }
    AnnotatedType[] upper = type.getAnnotatedUpperBounds();
    return upper.length == 0 || isPlainObject(upper[0]) ? "?" : "? extends " + of(upper[0]);
  }

  private static String bounds(TypeVariable<?> variable) {
    String bounds =
        Stream.of(variable.getAnnotatedBounds())
            .filter(bound -> !isPlainObject(bound))
            .map(TypeText::of)
            .collect(Collectors.joining(" & "));
    return bounds.isEmpty() ? "" : " extends " + bounds;
  }

  private static boolean isPlainObject(AnnotatedType type) {
    return type.getType() == Object.class && nullness(type).isEmpty();
  }

  private static String nullness(AnnotatedElement type) {
    return Arrays.stream(type.getAnnotations())
        .map(Annotation::annotationType)
        .filter(kind -> kind == Nullable.class || kind == NonNull.class)
        .map(kind -> "@" + kind.getSimpleName() + " ")
        .collect(Collectors.joining());
  }

  private static String spaced(String text) {
    return text.isEmpty() ? "" : " " + text;
  }
}
